import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { type DayLimits, isDisabled, type Choice } from './days/choose.ts'
import { dayByKey, monthGrid } from './days/grid.ts'
import type { DayWords } from './days/lunar.ts'
import { type CalendarEvent, DayCell } from './DayCell.tsx'
import { weekdays } from './texts.ts'

interface DaysGridProps {
  label: string
  /** YYYY-MM */
  month: string
  limits: DayLimits
  choice: Choice
  /** chosen days are signed ones */
  sign: boolean
  multiple: boolean
  /** the day that the arrow keys are at */
  focus: string
  /** that day has the focus once the grid is drawn, where a panel of months was before */
  grab: boolean
  events: ReadonlyMap<string, readonly CalendarEvent[]>
  wordsOf: ((day: string) => DayWords) | undefined
  onPick: (day: string) => void
  /** an arrow key leads to a day, perhaps of another month */
  onFocus: (day: string) => void
}

const dayAt = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-day]')?.dataset['day'] : undefined

/** The days of one month as a grid: arrow keys move, Enter and space choose. */
export function DaysGrid(props: DaysGridProps) {
  const { label, month, limits, choice, sign, focus, events, wordsOf, onPick, onFocus } = props
  const weeks = useMemo(() => monthGrid(month), [month])
  const chosen = useMemo(() => new Set(choice.days), [choice])
  const [over, setOver] = useState<string>()
  const { table, follow } = useFollowedFocus(focus, props.grab)
  const between = spanOf(choice.from, over ?? focus)
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') onPick(focus)
    else {
      const next =
        event.altKey || event.ctrlKey || event.metaKey ? undefined : dayByKey(focus, event.key, event.shiftKey)
      if (next === undefined) return
      follow()
      onFocus(next)
    }
    event.preventDefault()
  }
  const click = (event: MouseEvent) => {
    const day = dayAt(event.target)
    if (day) onPick(day)
  }
  return (
    <table
      ref={table}
      role="grid"
      aria-label={label}
      aria-multiselectable={props.multiple}
      className="calendar-days"
      onKeyDown={key}
      onClick={click}
      onPointerOver={event => setOver(choice.from === undefined ? undefined : dayAt(event.target))}
      onPointerLeave={() => setOver(undefined)}
    >
      <thead>
        <tr>
          {weekdays().map(name => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map(week => (
          <tr key={week[0]?.day}>
            {week.map(at => (
              <DayCell
                key={at.day}
                at={at}
                words={wordsOf?.(at.day)}
                events={events.get(at.day)}
                today={at.day === limits.today}
                chosen={chosen.has(at.day)}
                between={between !== undefined && at.day >= between[0] && at.day <= between[1]}
                disabled={isDisabled(at.day, limits)}
                signed={sign && chosen.has(at.day)}
                focus={at.day === focus}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const spanOf = (from: string | undefined, to: string): [string, string] | undefined =>
  from === undefined ? undefined : from < to ? [from, to] : [to, from]

/** After an arrow key the day that it leads to has the focus, also where another month had to be drawn for it. */
function useFollowedFocus(focus: string, grab: boolean) {
  const table = useRef<HTMLTableElement>(null)
  const moved = useRef(grab)
  useEffect(() => {
    if (!moved.current) return
    moved.current = false
    table.current?.querySelector<HTMLElement>(`[data-day="${focus}"]`)?.focus()
  }, [focus])
  const follow = () => {
    moved.current = true
  }
  return { table, follow }
}
