import type { FieldFacts } from '../../../core/contract/configuration.ts'
import type { Row } from '../../../core/contract/api.ts'
import { LIMIT_MOST, LIMIT_SOON } from '../../../core/model/field/parts.ts'
import { dueOf } from '../../../core/workflow/due.ts'
import { calendarFrom } from '../../../core/workflow/working-days.ts'
import { chinaMoment } from '../../i18n/day.ts'
import { t } from '../../i18n/t.ts'
import type { Draw, DrawContext } from '../values/definition.ts'
import { blank, minuteText, plain } from '../values/text.ts'
import { EMPTY } from './cells.tsx'
import { wordsOf } from './due.tsx'
import './limit.css'

/** What is said of the limit that binds a record next; '' where none does. */
export interface LimitSaid {
  tone: 'error' | 'warning' | 'none'
  words: string
  /** the moment itself */
  moment: string
}

/** `false`: its state pauses the limit. */
type Said = LimitSaid | false | undefined

const NONE: ReadonlySet<string> = new Set()

/** Says a limit for each row that it is given, by the page's calendar. */
export function limitSayer(
  { due }: FieldFacts,
  context: Pick<DrawContext, 'dictionaries'>,
): (value: unknown, row: Row) => Said {
  const calendar = calendarFrom(name => context.dictionaries[name])
  const paused: ReadonlySet<string> = due?.paused ? new Set(due.paused.states) : NONE
  return (value, row) => {
    if (due?.paused && paused.has(plain(row[due.paused.field]))) return false
    if (blank(value)) return undefined
    const moment = plain(value).replace('T', ' ')
    const state = dueOf(moment, chinaMoment(), LIMIT_MOST, calendar)
    const [text, day] = [minuteText(value), moment.slice(0, 10)]
    if (!state) return { tone: 'none', words: day, moment: text }
    const near = state.state === 'soon' && state.days <= LIMIT_SOON ? 'warning' : 'none'
    return { tone: state.state === 'late' ? 'error' : near, words: wordsOf(state), moment: text }
  }
}

/** Urgency by a tag and in words; `beside`: with the moment itself, where there is room. */
export const limitCell =
  (beside = false) =>
  (field: FieldFacts, context: DrawContext): Draw => {
    const say = limitSayer(field, context)
    return (value, row) => {
      const said = say(value, row)
      if (said === false) return <span className="weak">{t('暂停计时')}</span>
      return said ? <Limit said={said} beside={beside} /> : EMPTY
    }
  }

export function Limit({ said: { tone, words, moment }, beside = false }: { said: LimitSaid; beside?: boolean }) {
  // of one that is far off the words are its day
  const isDay = moment.startsWith(words)
  return (
    <span className={`num limit ${tone}`} title={isDay ? moment : `${words} ${moment}`}>
      <b>{beside && isDay ? moment : words}</b>
      {beside && !isDay && <span className="weak">{moment}</span>}
    </span>
  )
}

export const limitText =
  (field: FieldFacts, context: Pick<DrawContext, 'dictionaries'>) =>
  (value: unknown, row: Row): string => {
    const said = limitSayer(field, context)(value, row)
    return said === false ? t('暂停计时') : (said?.words ?? '')
  }
