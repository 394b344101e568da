import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { counters, recount, refreshCounters } from '../../../src/console/data/counters.ts'
import { expectProduct, loadProduct } from '../../../src/console/product/entry.ts'
import { product } from '../../../src/console/product/product.ts'
import { SideMenu } from '../../../src/console/shell/menu/SideMenu.tsx'
import { countNewClues } from '../../../src/supervision/console/counters.ts'
import { supervision } from '../../../src/supervision/console/index.ts'
import { clueListOf, NewClues } from '../../../src/supervision/console/NewClues.tsx'
import { product as supervisionParts } from '../../../src/supervision/console/product.tsx'
import { ToolPanel } from '../../../src/supervision/console/ToolPanel.tsx'
import { appFacts } from '../../console/support/boot.ts'
import { app } from '../../console/support/app.tsx'
import { answers, asked, eachAnew, entry, shown, start } from '../../console/support/started.tsx'

eachAnew()

describe('R1.05 the count of new clues', () => {
  it('leads to the clue list, where the user has one', () => {
    const menu = [entry('/x/other'), entry('/clues/Case', 'illegals')]
    expect(clueListOf(menu, 'clues/Case')).toBe('clues/Case')
    expect(clueListOf(menu, '')).toBe('clues/Case')
    expect(clueListOf([entry('/x/other')], 'clues/Case')).toBeUndefined()
  })

  it('is shown beside its name and asked for once the page has its own data', async () => {
    Object.assign(answers, { countClues: { totalRecord: 7 } })
    const menu = [entry('/clues/Case', 'illegals')]
    await start({ menu })
    product(app).set(supervisionParts)
    shown(<NewClues />)
    expect(asked).toEqual([])
    // there from the first moment: what stands beside it does not move when the number comes
    expect(screen.getByRole('link', { name: /新线索/ }).querySelector('b')?.className).toContain('late')
    expect(await screen.findByText('7')).toBeTruthy()
    expect((await screen.findByRole('link', { name: /新线索/ })).textContent).toBe('新线索7')
  })

  it('is asked of nobody who has no such page', async () => {
    await start({ menu: [entry('/x/other')] })
    product(app).set(supervisionParts)
    const added = vi.spyOn(document, 'addEventListener')
    shown(<NewClues />)
    expect(added.mock.calls.map(([name]) => name)).not.toContain('visibilitychange')
    added.mockRestore()
  })
})

describe('the product is loaded where the configuration has it', () => {
  it('and, where this browser had it last time, before the configuration says so', async () => {
    localStorage.removeItem('product')
    const load = vi.fn(supervision.load)
    const entries = [{ ...supervision, load }]
    expectProduct(entries)
    expect(load).not.toHaveBeenCalled()
    await loadProduct(app, entries, { ...appFacts, product: 'supervision' })
    expectProduct(entries)
    expect(load).toHaveBeenCalledTimes(2)
    await loadProduct(app, entries, appFacts)
    expectProduct(entries)
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('and nowhere else', async () => {
    product(app).set({})
    await loadProduct(app, [supervision], { ...appFacts, product: 'another' })
    expect(product(app).get()).toEqual({})
    await loadProduct(app, [supervision], { ...appFacts, product: 'supervision' })
    expect(product(app).get()).toBe(supervisionParts)
  })
})

describe('R7.05 new clues are counted as the customer counts them', () => {
  it('by default by the total of the list', async () => {
    Object.assign(answers, { countClues: { totalRecord: 7, filters: { resultStatus: ['20'] } } })
    await start()
    expect(await countNewClues(app)).toEqual({ count: 7, filters: { resultStatus: ['20'] } })
    expect(asked[0]?.body).toEqual({ illegalSource: 9999, type: '', pageFlag: 1, pageNo: 1, pageRowNo: 10 })
  })
  it('by what is not sent yet', async () => {
    Object.assign(answers, { countSent: { wjDataUnSendList: [{}, {}], wjDataSendList: [{}] } })
    await start({ options: { clueCount: 'sent' } })
    expect(await countNewClues(app)).toEqual({ count: 2 })
  })
  it('R6.03 by role, from the given day to tomorrow', async () => {
    Object.assign(answers, { countByRole: { illegals: 3, illegalDetail: 4 } })
    await start({ options: { clueCount: 'byRole', clueCountFrom: '2025-01-01' } })
    expect(await countNewClues(app, Date.UTC(2025, 4, 5, 18))).toEqual({ count: 7 })
    expect(asked[0]?.body).toEqual({ illegalSource: '9999', startTime: '2025-01-01', endTime: '2025-05-07' })
  })
})

describe('counters', () => {
  it('R3.05 R4.05 entries show their counter, a number and a type; a hidden window asks nothing', async () => {
    Object.assign(answers, {
      countCornerMarkNum: { illegals: { number: 12, type: 'danger' }, illegalDetail: { number: 0, type: 'warning' } },
    })
    const menu = [entry('/clues/Case', 'illegals'), entry('/clues/Details', 'illegalDetail')]
    await start({ menu })
    product(app).set(supervisionParts)
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    await recount(app, { changes: ['illegalResult'] })
    expect(asked).toEqual([])
    hidden.mockReturnValue(false)
    await refreshCounters(app)
    expect(counters(app).get().badges.illegals).toEqual({ number: 12, type: 'danger' })
    const { container } = shown(<SideMenu items={menu} active="" here="" folded={false} onFold={() => {}} />)
    expect([...container.querySelectorAll('.badge')].map(badge => [badge.textContent, badge.className])).toEqual([
      ['12', 'badge danger'],
    ])
    asked.length = 0
    await recount(app, { changes: ['role'] })
    await refreshCounters(app)
    expect(asked).toEqual([])
    await recount(app, { changes: ['illegalResult'] })
    expect(asked.map(({ url }) => url)).toContainEqual(expect.stringContaining('countCornerMarkNum'))
  })
})

describe('network tools', () => {
  it('R4.06 R5.01 browse, add with its three messages, delete several, and back by cancel', async () => {
    Object.assign(answers, {
      getNetworkQuery: [
        { id: '1', desc: '甲站', url: 'https://a.example' },
        { id: '2', desc: '乙站', url: 'https://b.example' },
      ],
    })
    await start()
    shown(<ToolPanel onClose={() => {}} onTyped={() => {}} />)
    expect((await screen.findByRole('link', { name: /甲站/ })).getAttribute('href')).toBe('https://a.example')
    fireEvent.click(screen.getByRole('button', { name: '添加' }))
    fireEvent.click(screen.getByRole('button', { name: '保存' }))
    expect(screen.getByText('网址不能为空！')).toBeTruthy()
    expect(screen.getByText('描述不能为空！')).toBeTruthy()
    fireEvent.change(screen.getByLabelText('网址'), { target: { value: 'a.example' } })
    fireEvent.click(screen.getByRole('button', { name: '保存' }))
    expect(screen.getByText('请输入http前缀')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '取消' }))
    fireEvent.click(screen.getByRole('button', { name: '删除' }))
    fireEvent.click(screen.getByLabelText('甲站'))
    fireEvent.click(screen.getByLabelText('乙站'))
    fireEvent.click(screen.getByRole('button', { name: '删除 2 个网址' }))
    await waitFor(() => expect(asked.some(({ url }) => url.includes('deleteNetworkQuery?id=1%2C2'))).toBe(true))
    expect(await screen.findByRole('link', { name: /乙站/ })).toBeTruthy()
  })
})
