import { describe, expect, it } from 'vitest'
import type { ListTab } from '../../../src/core/contract/configuration.ts'
import { wholeTab } from '../../../src/core/compile/statistics.ts'
import { BASE, compiledList as list } from '../files.ts'

describe('tabs of a list', () => {
  const tabs =
    "tabs:\n  busy: {label: 在营, filters: {closed: 0, platform: ['01', '02']}, count: true, sort: shopName desc}\n  mine: {label: 本地, filters: {areaCode: =user.areaCode, shopName: 店}}\n"
  const files = { ...BASE, 'schemas/pages/data/shop.yaml': BASE['schemas/pages/data/shop.yaml'] + tabs }
  it('have their values ready where nothing has to be computed', () => {
    expect(list(files).tabs).toEqual([
      {
        name: 'busy',
        label: '在营',
        filters: { closed: { value: '0' }, platform: { value: '01,02' } },
        count: true,
        sort: 'shopName desc',
      },
      {
        name: 'mine',
        label: '本地',
        filters: { areaCode: { expression: '=user.areaCode' }, shopName: { value: '店' } },
      },
    ])
    expect(list(BASE).tabs).toBeUndefined()
  })
  it('are hidden, changed and added by an overlay', () => {
    const overlay = "tabs:\n  busy: {label: 营业, roles: ['2']}\n  mine: false\n  all: {label: 全部}\n"
    expect(
      list({ ...files, 'customers/areas/35/pages/data/shop.yaml': overlay }, { area: '35' }).tabs?.map(
        ({ name, label, count, roles }) => [name, label, count, roles],
      ),
    ).toEqual([
      ['busy', '营业', true, ['2']],
      ['all', '全部', undefined, undefined],
    ])
  })
  it('compute what begins with =, keep any other text with its quotes, and leave out what is empty', () => {
    const odd =
      "tabs:\n  a: {filters: {x: \"='a' + 'b'\", y: , z: false, w: \"='it\\\\'\", v: \"'a' + 'b'\"}, share: owner, count: false}\n  b: text\n"
    const page = list({ ...BASE, 'schemas/pages/data/shop.yaml': BASE['schemas/pages/data/shop.yaml'] + odd })
    expect(page.tabs).toEqual([
      {
        name: 'a',
        label: 'a',
        filters: { x: { expression: "='a' + 'b'" }, w: { expression: "='it\\'" }, v: { value: "'a' + 'b'" } },
        share: 'owner',
      },
    ])
  })
  it('are none where nothing is left of them', () => {
    const page = (text: string) =>
      list({ ...BASE, 'schemas/pages/data/shop.yaml': `${BASE['schemas/pages/data/shop.yaml']}tabs: ${text}\n` })
    for (const none of ['{a: false}', '{}', '[a]', 'false']) expect(page(none)).not.toHaveProperty('tabs')
  })
})

describe('the tab behind a statistic', () => {
  const tab = (name: string, filters: ListTab['filters'] = {}): ListTab => ({ name, label: name, filters })
  const daily = tab('daily', { monitorKind: { value: '1' } })
  const mine = tab('mine', { userId: { expression: '=user.id' } })
  const filters = { monitorKind: ['1'], state: '1' }

  it('leaves nothing out, or has only filters that the statistic has as well', () => {
    expect(wholeTab([mine, daily, tab('all')], filters)?.name).toBe('all')
    expect(wholeTab([mine, daily], filters)?.name).toBe('daily')
    expect(wholeTab([mine, daily], { monitorKind: ['2'] })).toBeUndefined()
    expect(wholeTab([mine, daily], { monitorKind: ['1', '2'] })).toBeUndefined()
    expect(wholeTab([mine], {})).toBeUndefined()
  })
})
