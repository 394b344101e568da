import { cleanup, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { DetailPage, FormPage, ListPage, Page } from '../../../../src/core/contract/configuration.ts'
import { loadBoot, pageOf } from '../../../../src/console/data/config/config.ts'
import { loadExpressions } from '../../../../src/console/data/config/expressions.ts'
import { FormView, prepareForm } from '../../../../src/console/forms/FormView.tsx'
import { appFacts, boot, user } from '../../support/boot.ts'
import { column, field, formPage, LIST, listPage } from '../../support/pages.ts'
import { app, render } from '../../support/app.tsx'

const SEEN = { roles: ['1', 'leader'] }
const CHANGED = { editRoles: ['1', 'leader'] }
const action = {
  name: 'verify',
  label: '核查',
  on: ['row' as const],
  origin: 'test.yaml:1:1',
  form: [
    field('note', 'text'),
    field('secretNote', 'text', SEEN),
    field('fixed', 'text', CHANGED),
    field('stamp', 'text', { readOnly: true }),
  ],
}
const list = listPage({
  columns: [column('name', 'text'), column('profit', 'money', SEEN), column('fixed', 'text', CHANGED)],
  filters: [field('name', 'text'), field('profit', 'money', SEEN)],
  actions: [action],
  sort: 'profit desc,updateTime desc',
})
const detail: DetailPage = {
  kind: 'detail',
  route: 'thing/detail',
  title: '详情',
  dictionaries: {},
  entity: list.entity,
  source: LIST,
  facts: [field('profit', 'money', SEEN)],
  sections: [
    { name: 'a', label: '基本', fields: [field('name', 'text')] },
    { name: 'b', label: '内部', fields: [field('profit', 'money', SEEN)] },
  ],
  actions: [action],
  tabs: [],
  print: false,
}
const form = formPage([
  field('name', 'text', { label: '名称' }),
  field('profit', 'money', { label: '利润', ...SEEN }),
  field('fixed', 'text', { label: '定稿', required: true, ...CHANGED }),
  field('stamp', 'text', { label: '登记号', required: true, readOnly: true }),
])
const free = formPage([field('name', 'text')])
const pages: Record<string, Page> = { list, detail, form, free }

/** The console after a start on `first`, for a user of a city with these roles. */
async function start(roles: string[], first = 'list') {
  const entries = Object.fromEntries(
    Object.entries(pages).map(([name, page]) => [
      name,
      { kind: page.kind as 'list', hash: `${name}-hash`, title: page.title, calls: [], links: [] },
    ]),
  )
  const sysRoles = roles.map(code => ({ code, name: code }))
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.startsWith('/config/boot'))
      return new Response(
        JSON.stringify(
          boot({
            user: { ...user, sysRoles },
            manifest: { version: 'v1', app: appFacts, locales: {}, pages: entries },
            page: pages[first] as Page,
          }),
        ),
      )
    return new Response(JSON.stringify(pages[/page\/(\w+)-hash/.exec(url)?.[1] ?? '']))
  })
  return loadBoot(app, first)
}
const pageAt = async <P extends Page>(name: string): Promise<P> => (await pageOf(app, name)) as P
const names = (fields: { name: string }[]) => fields.map(({ name }) => name)

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('fields that are for some roles', () => {
  it('are in no column, filter, order, question, detail or form of others, and no heading tells of them', async () => {
    expect(names(((await start(['clerk'])).page as ListPage).columns)).toEqual(['name', 'fixed'])
    const mine = await pageAt<ListPage>('list')
    expect([names(mine.columns), names(mine.filters), mine.sort, names(mine.actions[0]?.form ?? [])]).toEqual([
      ['name', 'fixed'],
      ['name'],
      'updateTime desc',
      ['note'],
    ])
    const one = await pageAt<DetailPage>('detail')
    expect([names(one.facts), names(one.sections)]).toEqual([[], ['a']])
    expect((await pageAt<FormPage>('form')).sections.map(({ fields }) => names(fields))).toEqual([
      ['name', 'fixed', 'stamp'],
    ])
  })

  it('come and go with the rights of the user, and a page that limits nothing stays one object', async () => {
    await start(['clerk'])
    const before = await pageAt('list')
    const same = await pageAt('free')
    expect(await pageAt('list')).toBe(before)
    await start(['leader'], 'detail')
    const after = await pageAt<ListPage>('list')
    expect([names(after.columns), names(after.filters), after.sort]).toEqual([
      ['name', 'profit', 'fixed'],
      ['name', 'profit'],
      list.sort,
    ])
    expect(names((await pageAt<DetailPage>('detail')).sections)).toEqual(['a', 'b'])
    expect(await pageAt('free')).toBe(same)
  })

  it('are read and not filled in by those who may not change them, and what the server writes by nobody', async () => {
    const drawn = async (roles: string[]) => {
      await start(roles)
      const page = await pageAt<FormPage>('form')
      await Promise.all([loadExpressions(page), prepareForm(page)])
      render(
        <MemoryRouter>
          <FormView page={page} search="" visit={0} />
        </MemoryRouter>,
      )
      const control = (await screen.findByLabelText(/定稿/)) as HTMLInputElement
      const found = {
        disabled: control.disabled,
        marks: document.querySelectorAll('.form-item em').length,
        name: (screen.getByLabelText(/名称/) as HTMLInputElement).disabled,
        stamp: (screen.getByLabelText(/登记号/) as HTMLInputElement).disabled,
      }
      cleanup()
      return found
    }
    expect(await drawn(['clerk'])).toEqual({ disabled: true, marks: 0, name: false, stamp: true })
    expect(await drawn(['leader'])).toEqual({ disabled: false, marks: 1, name: false, stamp: true })
  })
})
