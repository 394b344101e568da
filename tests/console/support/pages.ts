import type { Call, Column, Filter, FormField, FormPage, ListPage } from '../../../src/core/contract/configuration.ts'

/** Small pages to test with. */
export const LIST: Call = {
  name: 'thing.list',
  method: 'POST',
  path: '/api/thing/list',
  in: 'body',
  envelope: 'resultCode',
}
const origin = 'test.yaml:1:1'
export const field = (name: string, kind: FormField['kind'], more: Partial<FormField> = {}): FormField => ({
  name,
  label: name,
  kind,
  origin,
  ...more,
})
export const column = (name: string, kind: Column['kind'], more: Partial<Column> = {}): Column => ({
  name,
  label: name,
  kind,
  origin,
  width: 100,
  ...more,
})
const entity = { name: 'thing', label: '事物', key: 'id', title: 'name' }

export function listPage(more: Partial<ListPage> = {}): ListPage {
  const filters: Filter[] = [
    field('name', 'text'),
    field('kind', 'dict', { dict: 'kind', multiple: true }),
    field('updateTime', 'datetime'),
    field('page', 'text'),
    field('isDead', 'flag'),
  ]
  return {
    kind: 'list',
    route: 'thing/list',
    title: '事物',
    dictionaries: {
      kind: [
        ['1', '甲', 'success'],
        ['2', '乙'],
      ],
    },
    entity,
    source: LIST,
    filters,
    columns: [column('name', 'text'), column('kind', 'dict', { dict: 'kind' })],
    actions: [],
    sort: 'updateTime desc',
    pageSize: 20,
    selectable: false,
    export: false,
    ...more,
  }
}

export function formPage(fields: FormField[]): FormPage {
  return {
    kind: 'form',
    route: 'thing/form',
    title: '登记',
    dictionaries: {},
    entity,
    call: { ...LIST, name: 'thing.save' },
    steps: false,
    sections: [{ name: 'all', label: '全部', fields }],
  }
}
