import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Calendar, type CalendarProps } from '../../../src/console/calendar/Calendar.tsx'
import { render } from '../support/app.tsx'

vi.useFakeTimers({ now: Date.parse('2026-11-22T10:00:00+08:00'), toFake: ['Date'] })

const drawn = (props: Partial<CalendarProps> = {}) => render(<Calendar mode="single" label="日历" {...props} />)
const cell = (day: string): HTMLElement => document.querySelector<HTMLElement>(`[data-day="${day}"]`)!
const click = (day: string) => fireEvent.click(cell(day))
const said = () => screen.getByRole('status').textContent
const button = (name: string) => screen.getByRole('button', { name })
const title = () => screen.getByRole('grid').getAttribute('aria-label')
afterEach(() => document.body.replaceChildren())

describe('a calendar', () => {
  it('R2.25 is a grid of six weeks that says today, lunar days, festivals and events', async () => {
    drawn({
      lunar: true,
      festivals: true,
      events: [
        { day: '2026-11-24', title: '季度会议' },
        { day: '2026-11-24', title: '培训' },
      ],
    })
    expect(title()).toBe('日历 2026年 11月')
    expect(screen.getAllByRole('row')).toHaveLength(7)
    expect(screen.getAllByRole('gridcell')).toHaveLength(42)
    expect(cell('2026-11-22').getAttribute('aria-current')).toBe('date')
    await waitFor(() => expect(cell('2026-11-22').textContent).toBe('22小雪'))
    expect(cell('2026-11-22').getAttribute('aria-label')).toBe('2026年11月22日 星期日，今天，农历十月十四，小雪')
    expect(cell('2026-11-23').textContent).toBe('23十五')
    expect(cell('2026-11-24').getAttribute('aria-label')).toContain('季度会议，培训')
    expect(within(cell('2026-11-24')).getByText('+1')).toBeTruthy()
  })

  it('R2.25 steps months and years, and picks years from panels of twenty', () => {
    const months: string[] = []
    drawn({ onMonth: month => months.push(month) })
    fireEvent.click(button('上个月'))
    fireEvent.click(button('下一年'))
    expect(months).toEqual(['2026-10', '2027-10'])
    fireEvent.click(button('2027年'))
    const panel = screen.getByRole('group', { name: '选择年份' })
    const years = within(panel)
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
    expect([years.length, years[0], years.at(-1)]).toEqual([20, '2017年', '2036年'])
    fireEvent.click(button('后二十年'))
    fireEvent.click(within(screen.getByRole('group', { name: '选择年份' })).getByText('2040年'))
    fireEvent.click(within(screen.getByRole('group', { name: '选择月份' })).getByText('2月'))
    expect(title()).toBe('日历 2040年 2月')
    fireEvent.click(button('今天'))
    expect(title()).toBe('日历 2026年 11月')
  })

  it('R9.02 measures its days 30 ms after they are drawn, so that panels in their place are as high', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-22T10:00:00+08:00'), toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    const height = vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(266)
    const own = () => screen.getByRole('group', { name: '日历' }).style.getPropertyValue('--calendar-height')
    drawn()
    act(() => void vi.advanceTimersByTime(29))
    expect(own()).toBe('')
    act(() => void vi.advanceTimersByTime(1))
    expect(own()).toBe('266px')
    fireEvent.click(button('2026年'))
    height.mockReturnValue(100)
    act(() => void vi.advanceTimersByTime(100))
    expect(own()).toBe('266px')
    height.mockRestore()
    vi.useFakeTimers({ now: Date.parse('2026-11-22T10:00:00+08:00'), toFake: ['Date'] })
  })

  it('R2.25 is walked and used by the keyboard, over the end of a month', () => {
    const chosen = vi.fn()
    drawn({ onChoose: chosen })
    const press = (key: string, from: string) => fireEvent.keyDown(cell(from), { key })
    cell('2026-11-22').focus()
    press('ArrowDown', '2026-11-22')
    press('End', '2026-11-29')
    press('ArrowRight', '2026-11-29')
    expect(document.activeElement).toBe(cell('2026-11-30'))
    press('ArrowRight', '2026-11-30')
    expect(title()).toBe('日历 2026年 12月')
    expect(document.activeElement).toBe(cell('2026-12-01'))
    press('PageUp', '2026-12-01')
    press('Enter', '2026-11-01')
    expect(chosen).toHaveBeenLastCalledWith(['2026-11-01'])
    expect(document.querySelectorAll('[tabindex="0"][data-day]')).toHaveLength(1)
  })

  it('R4.07 chooses a range by two clicks, shown as it grows', () => {
    const chosen = vi.fn()
    drawn({ mode: 'range', onChoose: chosen })
    click('2026-11-12')
    expect(chosen).not.toHaveBeenCalled()
    fireEvent.pointerOver(cell('2026-11-10'))
    expect(document.querySelectorAll('.between')).toHaveLength(3)
    click('2026-11-10')
    expect(chosen).toHaveBeenLastCalledWith(['2026-11-10', '2026-11-11', '2026-11-12'])
    expect(document.querySelectorAll('[aria-selected="true"]')).toHaveLength(3)
    click('2026-11-20')
    expect(document.querySelectorAll('[aria-selected="true"]')).toHaveLength(1)
    expect(chosen).toHaveBeenCalledTimes(1)
  })

  it('R4.08 only notices a click on a day of another month', () => {
    const chosen = vi.fn()
    drawn({ mode: 'multi', onChoose: chosen })
    click('2026-12-01')
    expect(said()).toBe('这一天不在所示月份，请先切换月份')
    click('2026-11-03')
    click('2026-11-02')
    expect(chosen.mock.calls).toEqual([[['2026-11-03']], [['2026-11-02', '2026-11-03']]])
    expect(said()).toBe('')
  })

  it('R5.05 refuses to sign in words of the settings, and takes what is signed from outside alone', () => {
    const chosen = vi.fn()
    const words = { otherMonth: '请回到本月', otherDay: '不能补签', alreadySigned: '今天签过了' }
    const { rerender } = drawn({ mode: 'sign', words, onChoose: chosen, days: ['2026-11-20'] })
    click('2026-10-31')
    expect(said()).toBe('请回到本月')
    click('2026-11-20')
    expect(said()).toBe('不能补签')
    click('2026-11-22')
    expect(chosen).toHaveBeenCalledWith(['2026-11-20', '2026-11-22'])
    expect(cell('2026-11-22').getAttribute('aria-selected')).toBe('false')
    rerender(<Calendar mode="sign" label="日历" words={words} days={['2026-11-20', '2026-11-22']} />)
    expect(cell('2026-11-22').getAttribute('aria-label')).toContain('已签到')
    click('2026-11-22')
    expect(said()).toBe('今天签过了')
  })

  it('R5.05 disables days before and after today', () => {
    const chosen = vi.fn()
    drawn({ disableBefore: 'today', disableAfter: '2026-11-25', onChoose: chosen })
    for (const day of ['2026-11-21', '2026-11-26']) {
      expect(cell(day).getAttribute('aria-disabled')).toBe('true')
      click(day)
    }
    expect(chosen).not.toHaveBeenCalled()
    click('2026-11-25')
    expect(chosen).toHaveBeenCalledWith(['2026-11-25'])
  })

  it('R5.06 takes colours that are ones', () => {
    drawn({ colours: { chosen: 'rgb(1, 2, 3)', today: 'url(x)' } })
    const { style } = screen.getByRole('group', { name: '日历' })
    expect([style.getPropertyValue('--calendar-chosen'), style.getPropertyValue('--calendar-today')]).toEqual([
      'rgb(1, 2, 3)',
      '',
    ])
  })
})
