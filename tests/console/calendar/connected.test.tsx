import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { SignCalendar } from '../../../src/console/calendar/SignCalendar.tsx'
import { compileList } from '../../../src/console/pages/list/columns/columns.tsx'
import { ListTools } from '../../../src/console/pages/list/ListTools.tsx'
import { app } from '../support/app.tsx'
import { listPage } from '../support/pages.ts'
import { answers, asked, eachAnew, shown, start } from '../support/started.tsx'

eachAnew()
beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-22T10:00:00+08:00'), toFake: ['Date'] }))

const cell = (day: string): HTMLElement => document.querySelector<HTMLElement>(`[data-day="${day}"]`)!

describe('signing in on a calendar', () => {
  it('R5.05 R4.08 sends today once, shows what the server has, and refuses in configured words', async () => {
    await start()
    // the server's clock is past midnight, this browser's is not
    answers['sign-ins'] = { today: '2026-11-23', days: ['2026-11-20'] }
    shown(<SignCalendar label="签到" words={{ otherDay: '不能补签', alreadySigned: '签过了', signed: '已记下' }} />)
    const said = () => screen.getByRole('status').textContent
    await waitFor(() => expect(said()).toBe('本月已签到 1 天'))
    fireEvent.click(cell('2026-11-22'))
    expect(said()).toBe('不能补签')
    answers['sign-ins'] = { today: '2026-11-23', days: ['2026-11-20', '2026-11-23'] }
    fireEvent.click(cell('2026-11-23'))
    await waitFor(() => expect(said()).toBe('已记下'))
    expect(cell('2026-11-23').getAttribute('aria-selected')).toBe('true')
    fireEvent.click(cell('2026-11-23'))
    expect(said()).toBe('签过了')
    // one call signs, with no day in it
    expect(asked.filter(({ url }) => url.endsWith('/sign-ins')).map(({ body }) => body)).toEqual([{}])
  })
})

describe('the calendar of a list', () => {
  it('R2.25 marks the rows of a month under the other filters, and filters by the days that are chosen', async () => {
    await start()
    answers['thing/list'] = {
      totalRecord: 2,
      list: [
        { id: '1', name: '甲通知', updateTime: '2026-11-03 09:00:00' },
        { id: '2', name: '乙通知', updateTime: '2026-11-03 10:00:00' },
      ],
    }
    const page = listPage({ calendar: { field: 'updateTime', title: 'name', mode: 'range' } })
    const compiled = compileList(app, page)
    const query = vi.fn()
    const state = { page: 3, size: 20, filters: { name: '通知' } }
    compiled.see({ state, total: 0, commands: { query } as never })
    shown(<ListTools page={page} compiled={compiled} view={undefined} onRefresh={() => {}} />)
    fireEvent.click(screen.getByRole('button', { name: '日历' }))
    await waitFor(() => expect(cell('2026-11-03')?.textContent).toContain('甲通知+1'))
    expect(screen.getByRole('status').textContent).toBe('本月共 2 条')
    const body = asked.find(({ url }) => url.includes('thing/list'))?.body
    expect(body).toMatchObject({ name: '通知', updateTimeStart: '2026-11-01', updateTimeEnd: '2026-11-30', pageNo: 1 })
    fireEvent.click(cell('2026-11-05'))
    expect(query).not.toHaveBeenCalled()
    fireEvent.click(cell('2026-11-02'))
    expect(query).toHaveBeenLastCalledWith({ name: '通知', updateTime: '2026-11-02~2026-11-05' })
    fireEvent.click(screen.getByRole('button', { name: '不限日期' }))
    expect(query).toHaveBeenLastCalledWith({ name: '通知', updateTime: '' })
  })
})
