import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Action } from '../../../../../src/core/contract/configuration.ts'
import { loadBoot } from '../../../../../src/console/data/config/config.ts'
import { loadEngine } from '../../../../../src/console/data/config/expressions.ts'
import { compileList } from '../../../../../src/console/pages/list/columns/columns.tsx'
import { begunWith, foundFor } from '../../../../../src/console/pages/parts/question.ts'
import { actionsWidth, hiddenActions, labelWidth } from '../../../../../src/console/pages/list/columns/rowActions.tsx'
import { setTexts } from '../../../../../src/console/i18n/t.ts'
import { boot } from '../../../support/boot.ts'
import { column, LIST, listPage } from '../../../support/pages.ts'
import { app } from '../../../support/app.tsx'

const action = (label: string, more: Partial<Action> = {}): Action =>
  ({ name: label, label, on: ['row'], ...more }) as Action
const room = (...labels: string[]): number => 4 + labels.reduce((sum, label) => sum + labelWidth(label) + 12, 0)

afterEach(() => vi.unstubAllGlobals())

describe('the column of row actions', () => {
  it('is there for whom some row may have a button, and then whatever rows come', async () => {
    const columns = async (buttons: Record<string, string[]> | undefined, ...actions: Action[]): Promise<boolean> => {
      vi.stubGlobal('fetch', async () => new Response(JSON.stringify(boot(buttons ? { buttons } : {}))))
      await loadBoot(app, '')
      const page = listPage({ actions: actions.map(one => ({ ...one, call: LIST })) })
      return compileList(app, page)
        .columns.columns()
        .some(({ name }) => name === '$actions')
    }
    await loadEngine()
    const send = action('派发', { transition: 'pf' })
    expect(await columns({ thing: [] }, send)).toBe(false)
    expect(await columns({ thing: ['pf'] }, send)).toBe(true)
    // an existing backend does not tell
    expect(await columns(undefined, send)).toBe(true)
    expect(await columns({}, action('复制', { visible: '=user.areaLevel == 1' }))).toBe(false)
    expect(await columns({}, action('复制', { visible: '=user.areaLevel == 2 && row.own == 1' }))).toBe(true)
    expect(await columns({ thing: [] }, send, action('修改'))).toBe(true)
  })

  it('has room for all of a few', () => {
    expect(actionsWidth([action('查看'), action('修改'), action('移入死链库')])).toBe(
      room('查看', '修改', '移入死链库'),
    )
  })

  it('has room for the longest step that a row’s state may put beside what is always there', () => {
    const steps = [
      action('查看'),
      action('派发', { transition: 'pf' }),
      action('审核通过', { transition: 'pass' }),
      action('催办', { transition: 'urge' }),
    ]
    expect(actionsWidth(steps)).toBe(room('查看', '审核通过', '更多'))
  })

  it('leaves no room for what never stands before 更多', () => {
    expect(actionsWidth([action('查看'), action('修改'), action('移入死链库'), action('重新检测网址')])).toBe(
      room('查看', '修改', '更多'),
    )
  })

  it('counts what stands behind a condition, and what follows when that is gone', () => {
    const visible = { visible: '=row.a == 1' as never }
    expect(actionsWidth([action('甲', visible), action('乙'), action('重新检测'), action('丁')])).toBe(
      room('乙', '重新检测', '更多'),
    )
  })

  it('stays narrow where words are long: they wait behind 更多, and the rest has room', () => {
    const words = ['Dispatch to another market unit', 'Process the feedback', 'Ask for more time']
    expect(actionsWidth(words.map(word => action(word)))).toBe(room('Dispatch to another market unit', '更多'))
    expect(
      hiddenActions(
        app,
        words.map(word => action(word)),
        {},
      ).map(({ label }) => label),
    ).toEqual(words.slice(1))
    const fit = ['View', 'Edit', 'Delete'].map(word => action(word))
    expect(hiddenActions(app, fit, {})).toEqual([])
  })

  it('is wide enough for what any row shows, whichever of its buttons are there', () => {
    const names = ['研判', '处理', '延期审批', '导出文件', '重新检测网址']
    const conditional = names.map((name, i) => action(name, { visible: `=row.a${i} == 1` as never }))
    for (const count of [1, 2, 3, 4, 5])
      for (const actions of [conditional.slice(0, count), [action('查看'), ...conditional.slice(0, count)]]) {
        const width = actionsWidth(actions)
        for (let set = 0; set < 2 ** count; set++) {
          const row = Object.fromEntries(conditional.map((_, i) => [`a${i}`, (set >> i) & 1]))
          const there = actions.filter(one => !one.visible || row[one.visible.slice(5, 7)] === 1)
          const behind = hiddenActions(app, actions, row)
          const shown = there.slice(0, there.length - behind.length).map(({ label }) => label)
          expect([set, room(...shown, ...(behind.length > 0 ? ['更多'] : [])) <= width]).toEqual([set, true])
          expect(there.slice(shown.length)).toEqual(behind)
          if (there.length > 0) expect(shown).not.toEqual([])
        }
      }
  })
})

describe('a dialog of one record', () => {
  const asks = action('确认', {
    form: [
      { name: 'kind', label: '类别', kind: 'dict', origin: '', prefill: true },
      { name: 'item', label: '事项', kind: 'ref', origin: '', prefill: true },
      { name: 'limit', label: '时限', kind: 'date', origin: '' },
    ],
  })
  const row = { kind: '01', item: 'i1', itemName: '虚假宣传', limit: '2026-01-01' }

  it('begins with what the record holds of the fields that say so, with the names of what they refer to', () => {
    expect(begunWith(asks, [row])).toEqual({ kind: '01', item: 'i1', itemName: '虚假宣传' })
    expect(begunWith(asks, [{ ...row, item: null }])).toEqual({ kind: '01' })
  })

  it('asks a call for what it knows, where all records agree on what is asked', async () => {
    const calls: unknown[] = []
    let answer: unknown = { orgId: 'o1' }
    vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
      if (url.startsWith('/config/boot')) return new Response(JSON.stringify(boot()))
      calls.push(JSON.parse(String(init.body)))
      return new Response(JSON.stringify({ resultCode: '0', data: answer }))
    })
    await loadBoot(app, '')
    await loadEngine()
    const prefill = { source: LIST, args: { areaCode: '=row.areaCode' as never }, field: 'orgId' }
    const sends = action('派发', {
      form: [
        { name: 'toOrg', label: '单位', kind: 'ref', origin: '', prefill },
        { name: 'kind', label: '类别', kind: 'dict', origin: '', prefill: true },
      ],
    })
    const [here, there] = [{ areaCode: '350102' }, { areaCode: '350103' }]
    expect(await foundFor(app, sends, [here, here])).toEqual({ toOrg: 'o1' })
    expect(calls).toEqual([{ areaCode: '350102' }])
    expect(await foundFor(app, sends, [here, there])).toEqual({})
    expect(await foundFor(app, sends, [{ areaCode: null }])).toEqual({})
    expect(calls).toHaveLength(1)
    answer = null
    expect(await foundFor(app, sends, [there])).toEqual({})
    expect(await foundFor(app, asks, [row])).toBeUndefined()
  })

  it('of several begins empty', () => {
    expect(begunWith(asks, [row, row])).toEqual({})
  })
})

describe('a column of a dictionary', () => {
  afterEach(() => setTexts(undefined))
  const width = (): number => {
    const page = listPage({
      columns: [column('kind', 'dict', { dict: 'kind', width: 60 })],
      dictionaries: {
        kind: [
          ['1', '待接收'],
          ['2', '已办结'],
        ],
      },
    })
    return (
      compileList(app, page)
        .columns.columns()
        .find(({ name }) => name === 'kind')?.width ?? 0
    )
  }

  it('is as wide as its page says, and has room for longer words of another language', async () => {
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify(boot())))
    await loadBoot(app, '')
    expect(width()).toBe(60)
    setTexts({ 待接收: 'To be received', 已办结: 'Done' })
    expect(width()).toBeGreaterThan(labelWidth('To be received'))
  })
})
