import { describe, expect, it } from 'vitest'
import { BASE, compiledList as list } from '../files.ts'

describe('a button that is a transition', () => {
  const files = {
    ...BASE,
    'schemas/entities/shop.yaml':
      BASE['schemas/entities/shop.yaml'] + '  state: {label: 状态, kind: status, workflow: clue}\n',
    'schemas/workflows/clue.yaml':
      'workflow: clue\nlabel: 线索\nstates:\n  open: {label: 待办}\n  done: {label: 办结}\ntransitions:\n  finish: {label: 办结, from: [open], to: done, roles: [chief], confirm: 办结？, danger: true, form: {opinion: {label: 意见, kind: text}}}\n',
    'schemas/pages/data/shop.yaml':
      BASE['schemas/pages/data/shop.yaml']
      + 'actions:\n  finish: {label: 办结, on: [row], call: shop.list, transition: finish, visible: =row.sales > 1}\n',
  }
  it('says which transition the server is told, and asks what that asks for', () => {
    const [action] = list(files).actions
    expect(action).toMatchObject({
      transition: 'finish',
      args: { id: '=row.id', action: 'finish' },
      visible: '=row.sales > 1',
      confirm: '办结？',
      danger: true,
    })
    expect(action?.form?.map(field => [field.name, field.label])).toEqual([['opinion', '意见']])
  })
  it('has the states of its workflow as a dictionary', () => {
    const page = list({ ...files, 'customers/areas/35/pages/data/shop.yaml': 'columns:\n  state:\n' }, { area: '35' })
    expect(page.dictionaries['workflow/clue']).toEqual([
      ['open', '待办'],
      ['done', '办结'],
    ])
  })
})
