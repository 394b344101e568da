import { useMemo, useState } from 'react'
import type { ListAnswer } from '../../../../core/contract/api.ts'
import type { ListCalendar as Options, ListPage } from '../../../../core/contract/configuration.ts'
import { unitOf } from '../../../../core/period/units.ts'
import { useApp } from '../../../app/useApp.ts'
import { Calendar } from '../../../calendar/Calendar.tsx'
import type { CalendarEvent } from '../../../calendar/DayCell.tsx'
import { useCall } from '../../../data/http/query.ts'
import { joinRange, splitRange } from '../../../fields/values/query.ts'
import { plain } from '../../../fields/values/text.ts'
import { chinaDay } from '../../../i18n/day.ts'
import { t } from '../../../i18n/t.ts'
import { nothingTyped } from '../../../navigation/useUnsaved.ts'
import type { CompiledList } from '../columns/columns.tsx'
import { listArgs, type ListState } from '../query/state.ts'
import { SidePanel } from './Sheet.tsx'

/** Rows that one month marks at most; how many it has is said. */
const MOST = 200

interface Props {
  page: ListPage
  calendar: Options
  compiled: CompiledList
  onClose: () => void
}

/** A calendar of the list's rows; its days are the filter of one of the list's dates (R2.25). */
export function ListCalendar({ page, calendar, compiled, onClose }: Props) {
  const { field, title: _, ...options } = calendar
  const [days, setDays] = useState(() =>
    splitRange(stateOf(compiled).filters[field] ?? '')
      .slice(0, 2)
      .filter(isDay),
  )
  const [month, setMonth] = useState(() => (days.at(-1) ?? chinaDay()).slice(0, 7))
  const { events, status } = useEvents(page, calendar, compiled, month)
  const query = (from: string, to: string) => {
    const state = stateOf(compiled)
    setDays([from, to].filter(Boolean))
    compiled.now()?.commands.query({ ...state.filters, [field]: joinRange(from, to) })
  }
  const label = t(page.filters.find(({ name }) => name === field)?.label ?? '日历')
  return (
    <SidePanel
      title={t('按{date}看日历', { date: label })}
      isChanged={nothingTyped}
      onClose={onClose}
      foot={
        days.length > 0 && (
          <button type="button" className="button" onClick={() => query('', '')}>
            {t('不限日期')}
          </button>
        )
      }
    >
      <Calendar
        {...options}
        label={label}
        days={days}
        events={events}
        status={status}
        onMonth={setMonth}
        onChoose={chosen => query(chosen[0] ?? '', chosen.at(-1) ?? '')}
      />
    </SidePanel>
  )
}

const EMPTY: ListState = { page: 1, size: MOST, filters: {} }
const stateOf = (compiled: CompiledList): ListState => compiled.now()?.state ?? EMPTY

/** Rows of the month shown, under the list's other filters, and how many there are. */
function useEvents(page: ListPage, { field, title }: Options, compiled: CompiledList, month: string) {
  const app = useApp()
  const state = stateOf(compiled)
  const asked = useMemo(() => {
    const { start, end } = unitOf(`${month}-01`, 'month')
    const filters = { ...state.filters, [field]: joinRange(start, end) }
    return listArgs(app, page, { ...state, filters, page: 1, size: MOST, sort: `${field} desc` })
  }, [app, page, state, field, month])
  const { data, error, isLoading } = useCall<ListAnswer>(title === undefined ? undefined : page.source, asked)
  const events = useMemo(
    () => (data?.list ?? []).map((row): CalendarEvent => eventOf(plain(row[field]), plain(row[title ?? '']))),
    [data, field, title],
  )
  return { events, status: statusOf(data, error, isLoading) }
}

const DAY = 10
const isDay = (part: string | boolean): part is string => typeof part === 'string' && part !== ''
const eventOf = (moment: string, title: string): CalendarEvent => ({ day: moment.slice(0, DAY), title })

function statusOf(data: ListAnswer | undefined, error: Error | undefined, isLoading: boolean): string {
  if (error) return t('没有读出这个月的记录：{why}', { why: error.message })
  if (!data) return isLoading ? t('正在读取…') : ''
  const n = data.totalRecord
  return n > MOST ? t('本月共 {n} 条，标出最近 {most} 条', { n, most: MOST }) : t('本月共 {n} 条', { n })
}
