import type { CSSProperties } from 'react'
import { t } from '../../i18n/t.ts'
import { Board } from '../marks/Board.tsx'
import { markOf } from '../marks/mark.ts'
import { markProps } from '../marks/useMarks.ts'
import { changesOf, wordOf } from '../model/change.ts'
import { scaledText, scaleOf } from '../model/numbers.ts'
import type { FigureRow } from '../../../core/contract/statistics.ts'
import type { PictureModule, PictureProps } from '../model/props.ts'
import { sentenceOf } from '../model/sentence.ts'
import { labelOf, measuresOf } from '../model/series.ts'
import { WITHHELD } from '../model/table.ts'
import './rank.css'
import { SPACE } from '../../theme/scale.ts'

const ROW = 26
/** Below this lines of text touch. */
const LEAST = 21
const LINE = SPACE['sp-4'] + 2

/** Height of a row: a little less where all of them then fit; what does not fit at all is scrolled. */
function rowHeight(height: number, rows: number, heads: number): number {
  const fitting = Math.floor((height - heads * LINE) / Math.max(1, rows))
  return fitting >= LEAST ? Math.min(ROW, fitting) : ROW
}

const ARROWS = { up: '↑', down: '↓', same: '→' }

/** Who has most: place, name, bar and number; further measures stand as numbers behind it. */
function Rank(props: PictureProps) {
  const { figures, measures, width, height, onOpen } = props
  const facts = measuresOf(figures, measures)
  const [first] = facts
  const { rows } = figures
  if (!first) return null
  const most = Math.max(...rows.map(row => Math.abs(row.values[0] ?? 0)), 0)
  const scales = facts.map((measure, at) => scaleOf(Math.max(...rows.map(row => row.values[at] ?? 0), 0), measure))
  const marks = facts.flatMap((measure, line) =>
    rows.map((row, at) => markOf({ figures, row, measure, title: labelOf(row, 0), at: line, line: at })),
  )
  const places = placesOf(rows)
  const isMoved = rows.some(row => row.previous)
  const row = rowHeight(height, rows.length, facts.length > 1 ? 2 : 1)
  return (
    <Board width={width} height={height} name={sentenceOf(props)} className="rank" marks={marks} onOpen={onOpen}>
      <table style={{ '--row': `${row}px` } as CSSProperties}>
        <thead>
          <tr>
            <td colSpan={3} />
            {facts.map((measure, at) => (
              <th key={measure.name} className="num" scope="col">
                <span className={facts.length > 1 ? undefined : 'chart-heard'}>{t(measure.label)}</span>
                {scales[at]?.unit && <small>({scales[at].unit})</small>}
              </th>
            ))}
            {isMoved && <th scope="col">{wordOf(figures, 'previous')}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => {
            const name = labelOf(row, 0)
            const value = row.values[0] ?? null
            return (
              <tr key={row.rest ? 'rest' : (row.keys[0] ?? name)}>
                <td className="rank-place num">{places[at]}</td>
                <th scope="row" title={name}>
                  {name}
                </th>
                <td className="rank-bar">
                  {value !== null && (
                    <i
                      className={row.rest ? 'rest' : value < 0 ? 'tone-default' : 'c1'}
                      style={{ width: `${most === 0 ? 0 : (Math.abs(value) / most) * 100}%` }}
                    />
                  )}
                </td>
                {facts.map((measure, line) => (
                  <td
                    key={measure.name}
                    {...markProps(line * rows.length + at, marks[line * rows.length + at])}
                    className="num mark-text"
                  >
                    {row.withheld ? WITHHELD : scaledText(row.values[line], measure, scales[line] ?? NO_SCALE, 2)}
                  </td>
                ))}
                {isMoved && <Moved props={props} at={at} />}
              </tr>
            )
          })}
        </tbody>
      </table>
    </Board>
  )
}

/** Places from 1: a group without a number has none, and takes none. */
function placesOf(rows: readonly FigureRow[]): (number | undefined)[] {
  let place = 0
  return rows.map(row => (row.rest || (row.values[0] ?? null) === null ? undefined : ++place))
}
const NO_SCALE = { divisor: 1, unit: '' }

function Moved({ props: { figures, measures }, at }: { props: PictureProps; at: number }) {
  const [row, [measure]] = [figures.rows[at], measuresOf(figures, measures)]
  const change = row && measure && changesOf(figures, row, 0, measure)[0]
  return (
    <td className={`num is-${change?.tone ?? 'neutral'}`}>
      <b>
        {change?.direction && ARROWS[change.direction]}
        {change?.text}
      </b>
    </td>
  )
}

export const rank: PictureModule = { Picture: Rank, sentence: sentenceOf }
