import type { Row } from '../../../../core/contract/api.ts'
import type { Course, DetailPage, Timeline } from '../../../../core/contract/configuration.ts'
import { chinaMoment } from '../../../i18n/day.ts'
import { t } from '../../../i18n/t.ts'
import { blank, minuteText } from '../../../fields/values/text.ts'
import type { DrawnField } from '../sections/compile.ts'
import { Value } from '../sections/Sections.tsx'
import { useTimeline } from '../tabs/TimelineView.tsx'
import { foldedStages, stagesOf, type Shown, type Stage } from './stages.ts'
import './course.css'

interface Props {
  page: DetailPage
  row: Row
  /** how long it may stay where it is */
  limit: DrawnField | undefined
}

/** The way of a record through its workflow: what is behind it and for how long, where it is, what usually comes. */
export function CourseLine({ page, row, limit }: Props) {
  const { course, timeline } = page
  if (!course) return null
  return timeline ? (
    <WithHistory page={page} row={row} limit={limit} course={course} timeline={timeline} />
  ) : (
    <Line course={course} stages={stagesOf(course, row, [], '')} row={row} limit={limit} />
  )
}

function WithHistory({ page, row, limit, course, timeline }: Props & { course: Course; timeline: Timeline }) {
  const { entries = [] } = useTimeline({ page, timeline, row })
  return <Line course={course} stages={stagesOf(course, row, entries, timeline.time)} row={row} limit={limit} />
}

function Line({ course, stages, row, limit }: Omit<Props, 'page'> & { course: Course; stages: Stage[] }) {
  if (stages.length < 2) return null
  return (
    <ol className="course" aria-label={t('办理进度')}>
      {foldedStages(stages).map(one => (
        <Step key={one.state} of={one} course={course} row={row} limit={limit} />
      ))}
    </ol>
  )
}

interface StepProps extends Omit<Props, 'page'> {
  of: Shown
  course: Course
}

function Step({ of, course, row, limit }: StepProps) {
  const label = (state: string): string => t(course.states[state]?.label ?? state)
  if (of.folded)
    return (
      <li className={of.is} title={of.folded.map(label).join(' → ')}>
        <b>{t('另 {n} 步', { n: of.folded.length })}</b>
      </li>
    )
  const isClosed = course.states[of.state]?.closed === true
  const isPresent = of.is === 'present'
  return (
    <li
      className={isPresent && isClosed ? 'passed' : of.is}
      aria-current={isPresent ? 'step' : undefined}
      title={[of.entered, of.left].map(minuteText).filter(Boolean).join(' → ') || undefined}
    >
      <b>{(of.oneOf ?? [of.state]).map(label).join(' / ')}</b>
      <small className="num">
        {isPresent && limit && !isClosed && !blank(row[limit.field.name]) ? (
          <Value of={limit} row={row} />
        ) : (
          wordsOf(of, course)
        )}
      </small>
    </li>
  )
}

/** Until when and for how long it was there, since when it is, or how long it may be. */
function wordsOf({ state, is, entered, left }: Stage, course: Course): string {
  const within = course.states[state]?.days
  if (is === 'ahead') return within === undefined ? '' : t('限 {n} 个工作日', { n: within })
  if (is === 'present') return entered === undefined ? '' : sinceWords(entered, course.states[state]?.closed === true)
  const on = left?.slice('YYYY-'.length, 'YYYY-MM-DD'.length) ?? ''
  const days = entered === undefined || left === undefined ? 0 : daysFrom(entered, left)
  return days === 0 ? on : `${on} · ${t('用时 {n} 天', { n: days })}`
}

const sinceWords = (entered: string, isClosed: boolean): string =>
  isClosed ? entered.slice(0, 'YYYY-MM-DD'.length) : t('已 {n} 天', { n: daysFrom(entered, chinaMoment()) })

const DAY_MS = 86_400_000
const daysFrom = (from: string, to: string): number =>
  Math.max(0, Math.round((Date.parse(to.slice(0, 10)) - Date.parse(from.slice(0, 10))) / DAY_MS))
