import { LIMIT_MOST } from '../../../core/model/field/parts.ts'
import { dueOf, dueWords, type Due } from '../../../core/workflow/due.ts'
import { calendarFrom, EVERY_DAY, type Calendar } from '../../../core/workflow/working-days.ts'
import type { FieldFacts } from '../../../core/contract/configuration.ts'
import { chinaMoment } from '../../i18n/day.ts'
import { t } from '../../i18n/t.ts'
import { EMPTY } from './cells.tsx'
import type { Draw, DrawContext } from '../values/definition.ts'
import { blank, isTrue, plain } from '../values/text.ts'

export function wordsOf(due: Due, all = false, brief = false): string {
  const [template, n] = dueWords(due, all)
  return t(brief && template === '剩 {n} 个工作日' ? '剩 {n} 工作日' : template, { n })
}

/**
 * Shows a time limit in words as well as by colour, for people who cannot see the colour. `brief`: how long there is
 * comes first and the time of day is left out, for narrow columns.
 */
export const dueCell =
  (toText: (value: unknown) => string, otherwise: (field: FieldFacts, context: DrawContext) => Draw, brief = false) =>
  (field: FieldFacts, context: DrawContext): Draw => {
    const { due } = field
    if (!due) return otherwise(field, context)
    const all = due.count === 'calendar'
    const narrow = brief ? ' brief' : ''
    const calendar: Calendar = all ? EVERY_DAY : calendarFrom(name => context.dictionaries[name])
    return (value, row) => {
      if (blank(value)) return EMPTY
      const text = toText(value)
      if (due.paused?.states.includes(plain(row[due.paused.field])))
        return (
          <span className={`num due${narrow}`} title={text}>
            <Limit day={text.slice(0, 10)} words={t('暂停计时')} brief={brief} />
          </span>
        )
      const state =
        due.closed !== undefined && isTrue(row[due.closed])
          ? undefined
          : dueOf(plain(value).replace('T', ' '), chinaMoment(), brief ? LIMIT_MOST : due.soon, calendar)
      if (!state)
        return (
          <span className="num" title={text}>
            {brief ? text.slice(0, 10) : text}
          </span>
        )
      const near = state.state === 'late' || state.days <= due.soon
      return (
        <span className={`num due${near ? ` ${state.state}` : ''}${narrow}`} title={`${text} ${wordsOf(state, all)}`}>
          <Limit day={text.slice(0, 10)} words={wordsOf(state, all, brief)} brief={brief} />
        </span>
      )
    }
  }

function Limit({ day, words, brief }: { day: string; words: string; brief: boolean }) {
  const said = <b>{words}</b>
  return brief ? (
    <>
      {said} <span>{day}</span>
    </>
  ) : (
    <>
      {day} {said}
    </>
  )
}
