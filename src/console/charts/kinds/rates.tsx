import type { Figures, MeasureFacts } from '../../../core/contract/statistics.ts'
import { t } from '../../i18n/t.ts'
import { valueText } from '../model/numbers.ts'
import './rates.css'

/** From where to where a row of shares runs, and where all of them together stand. */
export interface RateAxis {
  least: number
  most: number
  mean: number | null
}
/** Ends stand on whole twentieths: 70 % to 95 %. */
const STEP = 20

/** As narrow as the shares are near each other: as bars from nothing, 79 % and 88 % would be one length. */
export function rateAxisOf({ rows, total }: Figures): RateAxis {
  const mean = total.values[0] ?? null
  const values = [...rows.map(({ values: [value] }) => value ?? null), mean].filter(value => value !== null)
  if (values.length === 0) return { least: 0, most: 1, mean }
  const least = Math.floor(Math.min(...values) * STEP) / STEP
  const most = Math.ceil(Math.max(...values) * STEP) / STEP
  return { least, most: most > least ? most : least + 1 / STEP, mean }
}

const placeOn = ({ least, most }: RateAxis, value: number): string => `${((value - least) / (most - least)) * 100}%`

/** A share as a dot beside the mean: better or worse than that, where somebody has said which is better. */
export function Rate({ axis, value, measure }: { axis: RateAxis; value: number | null; measure: MeasureFacts }) {
  return (
    <span className="rate">
      {axis.mean !== null && <u style={{ left: placeOn(axis, axis.mean) }} />}
      {value !== null && <i className={toneOf(axis, value, measure)} style={{ left: placeOn(axis, value) }} />}
    </span>
  )
}

function toneOf({ mean }: RateAxis, value: number, { better }: MeasureFacts): string {
  if (!better || mean === null || value === mean) return 'c1'
  return value > mean === (better === 'up') ? 'c1' : 'tone-warning'
}

const SHARE = { kind: 'share', digits: 0 } as const
const ONE_DIGIT = { kind: 'share' } as const
/** What the line and its ends are. */
export function RateNote({ axis: { least, most, mean } }: { axis: RateAxis }) {
  const ends = t('横轴 {least} 至 {most}', { least: valueText(least, SHARE), most: valueText(most, SHARE) })
  return (
    <p className="rate-note weak">
      {mean === null ? ends : `${ends}${t('，')}${t('竖线为总体 {value}', { value: valueText(mean, ONE_DIGIT) })}`}
    </p>
  )
}
