import type { Figures, FigureRow, MeasureFacts } from '../../../core/contract/statistics.ts'
import { changeWord, saidOnce, type CompareKey } from '../../../core/contract/compared.ts'
import { t } from '../../i18n/t.ts'
import { NO_CHANGE, numberText, shifted } from './numbers.ts'

export interface Change {
  /** absent: there is nothing to compare with */
  direction?: 'up' | 'down' | 'same'
  /** with its sign: +12.3%, -1.2个百分点, — */
  text: string
  /** whether the direction is the wanted one; neutral where nobody has said which that is */
  tone: 'good' | 'bad' | 'neutral'
}
type Compared = Pick<MeasureFacts, 'kind' | 'digits' | 'better'>

const PERCENT = 2
const DIGITS = 1
const NONE: Change = { text: NO_CHANGE, tone: 'neutral' }

/** How a number has changed: a share by percentage points, all others by a rate, which needs a base. */
export function changeOf(now: number | null | undefined, then: number | null | undefined, measure: Compared): Change {
  if (now === null || now === undefined || then === null || then === undefined) return NONE
  const isShare = measure.kind === 'share'
  if (!isShare && then === 0) return NONE
  const difference = now - then
  const amount = isShare
    ? numberText(shifted(Math.abs(difference), PERCENT), measure.digits ?? DIGITS)
    : numberText(shifted(Math.abs(difference / then), PERCENT), DIGITS)
  // +0.0% is no rise: what the reader sees as none has neither arrow nor colour
  const direction = !/[1-9]/.test(amount) ? 'same' : difference > 0 ? 'up' : 'down'
  const sign = { up: '+', down: '-', same: '' }[direction]
  const text = isShare ? t('{n}个百分点', { n: `${sign}${amount}` }) : `${sign}${amount}%`
  return { direction, text, tone: toneOf(direction, measure.better) }
}

function toneOf(direction: Change['direction'], better: MeasureFacts['better']): Change['tone'] {
  if (!better || direction === 'same') return 'neutral'
  return direction === better ? 'good' : 'bad'
}

export interface SaidChange extends Change {
  key: CompareKey
  /** 环比 or 同比 */
  word: string
  /** the days that it is compared with */
  days?: string
}

/** In the reader's language. */
export const wordOf = (figures: Figures, key: CompareKey): string =>
  changeWord(figures, key) === '同比' ? t('同比') : t('环比')

const DAY = 10
/** A number that has not come to rest is not held against one that has had its time. */
export const isFair = ({ matures }: MeasureFacts, { period, asOf }: Figures): boolean =>
  matures !== true || period === undefined || period.end < asOf.slice(0, DAY)

/** What is compared: against the period before and the same one last year, each where it was asked for and is fair. */
export function changesOf(figures: Figures, row: FigureRow, at: number, measure: MeasureFacts): SaidChange[] {
  if (!isFair(measure, figures)) return []
  const keys = (['previous', 'lastYear'] as const).filter(key => row[key])
  return saidOnce(figures, keys).map(key => {
    const days = figures.compared?.[key]
    const said = days && t('与 {start} 至 {end} 比', { start: days.start, end: days.end })
    return { key, word: wordOf(figures, key), days: said, ...changeOf(row.values[at], row[key]?.[at], measure) }
  })
}
