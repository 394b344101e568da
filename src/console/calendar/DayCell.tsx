import { memo, type CSSProperties } from 'react'
import { isColour } from '../../core/model/colour.ts'
import { dayText } from '../i18n/day.ts'
import { t } from '../i18n/t.ts'
import type { GridDay } from './days/grid.ts'
import type { DayWords } from './days/lunar.ts'

/** Something that is on a day. */
export interface CalendarEvent {
  /** YYYY-MM-DD */
  day: string
  title: string
  /** #rgb, #rrggbb, rgb() or rgba() */
  colour?: string
}

export interface DayState {
  today: boolean
  chosen: boolean
  /** between the ends of a range that is being chosen */
  between: boolean
  disabled: boolean
  signed: boolean
  /** where the arrow keys are */
  focus: boolean
}

interface DayCellProps extends DayState {
  at: GridDay
  words: DayWords | undefined
  events: readonly CalendarEvent[] | undefined
}

/** One day of the sheet. All clicks and keys are heard by the grid. */
export const DayCell = memo(function DayCell({ at, words, events, ...state }: DayCellProps) {
  const first = events?.[0]
  const more = (events?.length ?? 0) - 1
  return (
    <td
      role="gridcell"
      data-day={at.day}
      tabIndex={state.focus ? 0 : -1}
      aria-selected={state.chosen}
      aria-disabled={state.disabled || undefined}
      aria-current={state.today ? 'date' : undefined}
      aria-label={labelOf(at, words, events, state)}
      title={events?.map(({ title }) => title).join('\n')}
      className={classesOf(at, state)}
    >
      <span className="calendar-date">{state.signed ? '✓' : at.date}</span>
      {words && <span className={`calendar-words ${words.kind}`}>{t(words.text)}</span>}
      {first && (
        <span className="calendar-event" style={markOf(first)}>
          <span>{first.title}</span>
          {more > 0 && <b>+{more}</b>}
        </span>
      )}
    </td>
  )
})

const markOf = ({ colour }: CalendarEvent): CSSProperties | undefined =>
  colour !== undefined && isColour(colour) ? ({ '--calendar-event': colour } as CSSProperties) : undefined

function classesOf(at: GridDay, { today, chosen, between, disabled }: DayState): string {
  const classes = Object.entries({ outside: !at.inMonth, today, chosen, between, disabled })
  return classes
    .filter(([, is]) => is)
    .map(([name]) => name)
    .join(' ')
}

function labelOf(
  { day }: GridDay,
  words: DayWords | undefined,
  events: readonly CalendarEvent[] | undefined,
  { today, signed, disabled }: DayState,
): string {
  return [
    dayText(day),
    today ? t('今天') : '',
    words ? t('农历{day}', { day: words.name }) : '',
    words && words.kind !== 'lunar' ? t(words.text) : '',
    signed ? t('已签到') : '',
    disabled ? t('不可选') : '',
    ...(events ?? []).map(({ title }) => title),
  ]
    .filter(part => part !== '')
    .join('，')
}
