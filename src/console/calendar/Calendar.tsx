import { useMemo, useState, type CSSProperties } from 'react'
import type { CalendarOptions } from '../../core/model/page/calendar.ts'
import { isColour } from '../../core/model/colour.ts'
import { chinaDay } from '../i18n/day.ts'
import { t } from '../i18n/t.ts'
import { CalendarHead, type Panel } from './CalendarHead.tsx'
import { choiceOf, choose, type Choice, type DayLimits } from './days/choose.ts'
import { isYear, monthWithin, stepMonth, yearsAround } from './days/grid.ts'
import type { CalendarEvent } from './DayCell.tsx'
import { DaysGrid } from './DaysGrid.tsx'
import { PickPanel } from './PickPanel.tsx'
import { monthName, noticeText, yearName } from './texts.ts'
import { useDaysHeight } from './useDaysHeight.ts'
import { useLunar } from './useLunar.ts'
import './calendar.css'

export interface CalendarProps extends CalendarOptions {
  /** what the calendar is, for screen readers */
  label: string
  /** chosen days, of a range its ends; of signing in the signed ones, which only this says */
  days?: readonly string[] | undefined
  /** all chosen days in order; of signing in the signed ones with today */
  onChoose?: (days: readonly string[]) => void
  events?: readonly CalendarEvent[]
  /** the day that it is, where somebody knows better than this machine's clock */
  today?: string | undefined
  /** the month that is shown, YYYY-MM: what is on its days may be asked for */
  onMonth?: (month: string) => void
  /** shown below the days instead of the last notice */
  status?: string | undefined
}

const NONE: never[] = []

/** A calendar of one month in four modes (R2.25): six rows, lunar days, festivals, solar terms, events. */
export function Calendar(props: CalendarProps) {
  const { mode, label, days = NONE, events = NONE, words, onChoose, onMonth } = props
  const limits = useLimits(props)
  const { choice, setChoice } = useChoice(props, days, limits)
  const [focus, setFocus] = useState(() => (mode === 'sign' ? limits.today : (days.at(-1) ?? limits.today)))
  const [month, setMonth] = useState(focus.slice(0, 7))
  const [panel, setPanel] = useState<Panel>('days')
  const [said, setSaid] = useState('')
  const [picked, setPicked] = useState(false)
  const lunar = useLunar(props.lunar === true || props.festivals === true)
  const box = useDaysHeight()
  const byDay = useMemo(() => onDays(events), [events])
  const show = (next: string) => {
    if (next !== month) onMonth?.(next)
    setMonth(next)
    setSaid('')
  }
  const go = (day: string) => {
    setFocus(day)
    show(day.slice(0, 7))
  }
  const pick = (day: string) => {
    const done = choose(choice, day, { mode, month, limits })
    setSaid(done.notice ? noticeText(done.notice, mode, words) : '')
    if (day.startsWith(month)) setFocus(day)
    if (mode !== 'sign') setChoice(done.choice)
    if (done.emits) onChoose?.(done.emits)
  }
  const step = (months: number) => go(`${stepMonth(month, months)}-01`)
  return (
    <section ref={box} role="group" className={classOf(props)} style={coloursOf(props)} aria-label={label}>
      <CalendarHead
        month={month}
        panel={panel}
        onStep={step}
        onPanel={next => {
          setPicked(next === 'days')
          setPanel(next)
        }}
        onToday={() => {
          setPanel('days')
          go(limits.today)
        }}
      />
      {panel === 'days' ? (
        <DaysGrid
          label={`${label} ${yearName(Number(month.slice(0, 4)))} ${monthName(month)}`}
          month={month}
          limits={limits}
          choice={choice}
          sign={mode === 'sign'}
          multiple={mode === 'multi' || mode === 'range'}
          focus={focus}
          grab={picked}
          events={byDay}
          wordsOf={lunar && (day => lunar(day, props.festivals === true))}
          onPick={pick}
          onFocus={go}
        />
      ) : (
        <MonthPick
          panel={panel}
          month={month}
          onPanel={next => {
            setPicked(true)
            setPanel(next)
          }}
          onMonth={next => go(`${next}-01`)}
        />
      )}
      <p className="calendar-said" role="status">
        {said || props.status}
      </p>
    </section>
  )
}

function onDays(events: readonly CalendarEvent[]): Map<string, CalendarEvent[]> {
  const days = new Map<string, CalendarEvent[]>()
  for (const event of events) days.set(event.day, [...(days.get(event.day) ?? []), event])
  return days
}

/** A year leads to its months, a month back to the days. */
function MonthPick(props: {
  panel: Panel
  month: string
  onPanel: (to: Panel) => void
  onMonth: (to: string) => void
}) {
  const { panel, month, onPanel, onMonth } = props
  const year = Number(month.slice(0, 4))
  const close = () => onPanel('days')
  if (panel === 'years')
    return (
      <PickPanel
        key={year}
        label={t('选择年份')}
        items={yearsAround(year).map(one => ({ key: String(one), label: yearName(one), off: !isYear(one) }))}
        columns={4}
        current={String(year)}
        onPick={picked => {
          onMonth(monthWithin(Number(picked), Number(month.slice(5))))
          onPanel('months')
        }}
        onClose={close}
      />
    )
  const months = Array.from({ length: 12 }, (_, i) => monthWithin(year, i + 1))
  return (
    <PickPanel
      label={t('选择月份')}
      items={months.map(one => ({ key: one, label: monthName(one) }))}
      columns={3}
      current={month}
      onPick={picked => {
        onMonth(picked)
        close()
      }}
      onClose={close}
    />
  )
}

function useLimits({ today = chinaDay(), disableBefore, disableAfter }: CalendarProps): DayLimits {
  return useMemo(() => {
    const dayOf = (text: string | undefined) => (text === 'today' ? today : text)
    return { today, before: dayOf(disableBefore), after: dayOf(disableAfter) }
  }, [today, disableBefore, disableAfter])
}

/** What is chosen follows what it is told from outside; between that and a second click it is the calendar's own. */
function useChoice({ mode }: CalendarProps, days: readonly string[], limits: DayLimits) {
  const told = days.join()
  const [known, setKnown] = useState(told)
  const [choice, setChoice] = useState<Choice>(() => choiceOf(mode, days, limits))
  if (known !== told) {
    setKnown(told)
    setChoice(choiceOf(mode, days, limits))
  }
  return { choice, setChoice }
}

const classOf = ({ lunar, festivals, mode }: CalendarProps): string =>
  `calendar of-${mode}${lunar || festivals ? ' with-words' : ''}`

/** Colours of the file as variables; what is no colour is left to the theme, although validate refuses it (R5.06). */
function coloursOf({ colours = {} }: CalendarProps): CSSProperties {
  const own = Object.entries(colours).filter(([, colour]) => colour !== undefined && isColour(colour))
  return Object.fromEntries(own.map(([name, colour]) => [`--calendar-${name}`, colour])) as CSSProperties
}
