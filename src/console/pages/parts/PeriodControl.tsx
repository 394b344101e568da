import { useState, type KeyboardEvent } from 'react'
import { FIRST_YEAR, LAST_YEAR } from '../../../core/period/day.ts'
import { type Period, type PeriodBy, periodAt, periodOf, periodText, stepPeriod } from '../../../core/period/period.ts'
import { unitLabel } from '../../../core/period/buckets.ts'
import { Choose } from '../../fields/pickers/Choose.tsx'
import { chinaDay } from '../../i18n/day.ts'
import { wordsLanguage, t } from '../../i18n/t.ts'
import './period.css'

/** What a page offers where its file says nothing else. */
export const USUAL_PERIODS: readonly PeriodBy[] = ['month', 'quarter', 'year', 'range']

interface PeriodControlProps {
  period: Period
  onChange: (period: Period) => void
  /** kinds of periods to choose from; one alone has no choice: `month` is the month picker of the breadcrumb */
  modes?: readonly PeriodBy[]
  /** days that there is something for, YYYY-MM-DD */
  min?: string
  max?: string
}

const names = (): Record<PeriodBy, string> => ({
  day: t('按日'),
  week: t('按周'),
  month: t('按月'),
  quarter: t('按季'),
  year: t('按年'),
  range: t('自选日期'),
})

/** The period beside the breadcrumb: its kind, itself, steps back and forward, by Page Up and Down too (R2.23). */
export function PeriodControl({ period, onChange, modes = USUAL_PERIODS, min, max }: PeriodControlProps) {
  const reaches = (to: Period | undefined): to is Period =>
    to !== undefined && (min === undefined || to.end >= min) && (max === undefined || to.start <= max)
  const [before, after] = [stepPeriod(period, -1), stepPeriod(period, 1)]
  const step = (to: Period | undefined) => {
    if (reaches(to)) onChange(to)
  }
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'PageUp' && event.key !== 'PageDown') return
    event.preventDefault()
    step(event.key === 'PageUp' ? before : after)
  }
  return (
    <span className="period" role="group" aria-label={t('统计周期')} onKeyDown={key}>
      {modes.length > 1 && (
        <Choose
          label={t('周期类型')}
          value={period.by}
          choices={[...new Set([...modes, period.by])].map(by => [by, names()[by]] as const)}
          onChange={by => onChange(asKind(period, by))}
        />
      )}
      <Step label={t('上一期')} sign="‹" off={!reaches(before)} onStep={() => step(before)} />
      <PeriodField period={period} onChange={onChange} min={min} max={max} />
      <Step label={t('下一期')} sign="›" off={!reaches(after)} onStep={() => step(after)} />
    </span>
  )
}

function Step(props: { label: string; sign: string; off: boolean; onStep: () => void }) {
  const { label, sign, off, onStep } = props
  return (
    <button type="button" className="link" aria-label={label} title={label} disabled={off} onClick={onStep}>
      {sign}
    </button>
  )
}

/** Of another kind: the one around today where the period holds it, else around its end. */
function asKind(period: Period, by: PeriodBy): Period {
  if (by === 'range') return { ...period, by }
  const today = chinaDay()
  return periodAt(period.start <= today && today <= period.end ? today : period.end, by)
}

interface FieldProps {
  period: Period
  onChange: (period: Period) => void
  min?: string | undefined
  max?: string | undefined
}

function PeriodField(props: FieldProps) {
  const { period, onChange } = props
  const take = (text: string) => {
    const read = periodOf(text).period
    if (read) onChange(read)
  }
  switch (period.by) {
    case 'month':
      return (
        <input
          type="month"
          className="input"
          aria-label={t('月份')}
          value={periodText(period)}
          min={props.min?.slice(0, 7)}
          max={props.max?.slice(0, 7)}
          onChange={event => take(event.target.value)}
        />
      )
    case 'year':
      return (
        <YearField year={Number(period.start.slice(0, 4))} onYear={year => take(String(year))} {...limitsOf(props)} />
      )
    case 'quarter':
    case 'week':
      return <UnitField by={period.by} period={period} onTake={take} {...limitsOf(props)} />
    case 'day':
      return <DayField label={t('日期')} value={period.start} onDay={take} {...props} />
    case 'range':
      return <RangeField {...props} />
  }
}

const limitsOf = ({ min, max }: FieldProps) => ({
  first: min ? Number(min.slice(0, 4)) : FIRST_YEAR,
  last: max ? Number(max.slice(0, 4)) : LAST_YEAR,
})

/** What is being typed, until what it stands for changes. */
function useTyped(value: string): [string, (typed: string) => void] {
  const [known, setKnown] = useState(value)
  const [typed, setTyped] = useState(value)
  if (known !== value) {
    setKnown(value)
    setTyped(value)
  }
  return [typed, setTyped]
}

/** Typed in full, a year is taken; until then nothing changes. */
function YearField(props: { year: number; first: number; last: number; onYear: (year: number) => void }) {
  const { year, first, last, onYear } = props
  const [typed, setTyped] = useTyped(String(year))
  return (
    <input
      type="number"
      className="input period-year"
      aria-label={t('年份')}
      value={typed}
      min={first}
      max={last}
      onChange={event => {
        setTyped(event.target.value)
        const next = Number(event.target.value)
        if (Number.isInteger(next) && next >= first && next <= last) onYear(next)
      }}
    />
  )
}

const UNITS = { quarter: 4, week: 53 }

/** A year, and one of its quarters or weeks. */
function UnitField(props: {
  by: 'quarter' | 'week'
  period: Period
  first: number
  last: number
  onTake: (text: string) => void
}) {
  const { by, period, first, last, onTake } = props
  const [year = '', unit = ''] = periodText(period).split('-')
  const language = wordsLanguage()
  const keys = Array.from({ length: UNITS[by] }, (_, i) =>
    by === 'quarter' ? `Q${i + 1}` : `W${String(i + 1).padStart(2, '0')}`,
  )
  const there = keys.flatMap(key => {
    const { period: of } = periodOf(`${year}-${key}`)
    return of ? [{ key, label: unitLabel(of.start, by, language, false) }] : []
  })
  return (
    <>
      <YearField
        year={Number(year)}
        first={first}
        last={last}
        onYear={next => onTake(`${next}-${keptUnit(next, unit)}`)}
      />
      <Choose
        label={names()[by]}
        value={unit}
        choices={there.map(({ key, label }) => [key, label] as const)}
        onChange={key => onTake(`${year}-${key}`)}
      />
    </>
  )
}

/** Week 53 becomes 52 in a year without it. */
const keptUnit = (year: number, unit: string): string => (periodOf(`${year}-${unit}`).period ? unit : 'W52')

function DayField(props: { label: string; value: string; onDay: (day: string) => void; min?: string; max?: string }) {
  return (
    <input
      type="date"
      className="input"
      aria-label={props.label}
      value={props.value}
      min={props.min}
      max={props.max}
      onChange={event => props.onDay(event.target.value)}
    />
  )
}

/** Two days; what is no period yet is told, and changes nothing. */
function RangeField({ period, onChange, min, max }: FieldProps) {
  const [text, setText] = useTyped(`${period.start},${period.end}`)
  const [start = '', end = ''] = text.split(',')
  const { problem } = periodOf({ start, end, by: 'range' })
  const take = (next: [string, string]) => {
    setText(next.join())
    const read = periodOf({ start: next[0], end: next[1], by: 'range' })
    if (read.period) onChange(read.period)
  }
  return (
    <span className="period-range">
      <DayField label={t('开始日期')} value={start} onDay={day => take([day, end])} min={min} max={max} />
      <span aria-hidden="true">–</span>
      <DayField label={t('结束日期')} value={end} onDay={day => take([start, day])} min={min} max={max} />
      {problem && (
        <small role="alert" className="period-problem">
          {t(problem.text, problem.values)}
        </small>
      )}
    </span>
  )
}
