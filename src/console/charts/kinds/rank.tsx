import type { CSSProperties } from 'react'
import { t } from '../../i18n/t.ts'
import { Board } from '../marks/Board.tsx'
import { markOf, type Mark } from '../marks/mark.ts'
import { markProps } from '../marks/useMarks.ts'
import { changesOf, isFair, wordOf } from '../model/change.ts'
import { scaledText, scaleOf, type Scale } from '../model/numbers.ts'
import type { FigureRow, MeasureFacts } from '../../../core/contract/statistics.ts'
import type { PictureModule, PictureProps } from '../model/props.ts'
import { sentenceOf } from '../model/sentence.ts'
import { labelOf, measuresOf } from '../model/series.ts'
import { WITHHELD } from '../model/table.ts'
import { Rate, RateNote, rateAxisOf, type RateAxis } from './rates.tsx'
import './rank.css'
import { SPACE } from '../../theme/scale.ts'

const ROW = 26
/** On a wall lines stand apart, and fill the panel as far as they may. */
const WALL_ROW = 44
/** Below this lines of text touch. */
const LEAST = 21
const LINE = SPACE['sp-4'] + 2
const WALL_LINE = SPACE['sp-5']

/** Height of a row: a little less where all of them then fit; what does not fit at all is scrolled. */
function rowHeight(room: number, rows: number, most: number): number {
  const fitting = Math.floor(room / Math.max(1, rows))
  return fitting >= LEAST ? Math.min(most, fitting) : ROW
}

const ARROWS = { up: '↑', down: '↓', same: '→' }

interface Ranked {
  props: PictureProps
  facts: MeasureFacts[]
  rows: readonly FigureRow[]
  marks: readonly Mark[]
  scales: readonly Scale[]
  /** a share is a place between the least and the most of them; all else has a bar from nothing */
  axis: RateAxis | undefined
  most: number
  isMoved: boolean
}

/** Who has most: place, name, bar and number; further measures stand as numbers behind it. */
function Rank(props: PictureProps) {
  const { figures, measures, width, height, options, onOpen, onWall } = props
  const facts = measuresOf(figures, measures)
  const [first] = facts
  const { rows } = figures
  if (!first) return null
  const marks = facts.flatMap((measure, line) =>
    rows.map((row, at) => markOf({ figures, row, measure, title: labelOf(row, 0), at: line, line: at })),
  )
  const axis = first.kind === 'share' ? rateAxisOf(figures) : undefined
  const isMoved = isFair(first, figures) && rows.some(row => row.previous)
  const hasHeads = facts.length > 1 || isMoved || options.heads === true
  const ranked: Ranked = {
    props,
    facts,
    rows,
    marks,
    scales: facts.map((measure, at) => scaleOf(Math.max(...rows.map(row => row.values[at] ?? 0), 0), measure)),
    axis,
    most: Math.max(...rows.map(row => Math.abs(row.values[0] ?? 0)), 0),
    isMoved,
  }
  const lines = (facts.length > 1 ? 2 : hasHeads ? 1 : 0) + (axis ? 1 : 0)
  const room = height - lines * (onWall ? WALL_LINE : LINE)
  const row = rowHeight(room, rows.length, onWall ? WALL_ROW : ROW)
  return (
    <Board width={width} height={height} name={sentenceOf(props)} className="rank" marks={marks} onOpen={onOpen}>
      <table style={{ '--row': `${row}px` } as CSSProperties}>
        <Heads ranked={ranked} className={hasHeads ? undefined : 'chart-heard'} />
        <tbody>
          {rows.map((row, at) => (
            <Line key={row.rest ? 'rest' : (row.keys[0] ?? labelOf(row, 0))} ranked={ranked} at={at} />
          ))}
        </tbody>
      </table>
      {axis && <RateNote axis={axis} />}
    </Board>
  )
}

const Heads = ({ ranked: { props, facts, scales, isMoved }, className }: { ranked: Ranked; className?: string }) => (
  <thead className={className}>
    <tr>
      <td colSpan={3} />
      {facts.map((measure, at) => (
        <th key={measure.name} className="num" scope="col">
          {t(measure.label)}
          {scales[at]?.unit && <small>({scales[at].unit})</small>}
        </th>
      ))}
      {isMoved && <th scope="col">{wordOf(props.figures, 'previous')}</th>}
    </tr>
  </thead>
)

function Line({ ranked, at }: { ranked: Ranked; at: number }) {
  const { props, facts, rows, marks, scales, axis, isMoved } = ranked
  const row = rows[at]
  const [first] = facts
  if (!row || !first) return null
  const name = labelOf(row, 0)
  // the whole line opens what its first number counts: people press the name and the bar as often as the number
  return (
    <tr {...markProps(at, marks[at])}>
      <td className="rank-place num">{placeOf(rows, at)}</td>
      <th scope="row" title={name}>
        {name}
      </th>
      <td className="rank-bar">
        {axis ? <Rate axis={axis} value={row.values[0] ?? null} measure={first} /> : <Bar ranked={ranked} row={row} />}
      </td>
      {facts.map((measure, line) => {
        const index = line * rows.length + at
        return (
          <td key={measure.name} {...(line > 0 ? markProps(index, marks[index]) : undefined)} className="num mark-text">
            {row.withheld ? WITHHELD : scaledText(row.values[line], measure, scales[line] ?? NO_SCALE, 2)}
          </td>
        )
      })}
      {isMoved && <Moved props={props} at={at} />}
    </tr>
  )
}
const NO_SCALE = { divisor: 1, unit: '' }

function Bar({ ranked: { most }, row }: { ranked: Ranked; row: FigureRow }) {
  const value = row.values[0] ?? null
  if (value === null) return null
  return (
    <i
      className={row.rest ? 'rest' : value < 0 ? 'tone-default' : 'c1'}
      style={{ width: `${most === 0 ? 0 : (Math.abs(value) / most) * 100}%` }}
    />
  )
}

const hasPlace = ({ rest, values: [value] }: FigureRow): boolean => !rest && value !== null && value !== undefined

/** Places from 1: a group without a number has none, and takes none. */
const placeOf = (rows: readonly FigureRow[], at: number): number | undefined =>
  rows[at] && hasPlace(rows[at]) ? rows.slice(0, at + 1).filter(hasPlace).length : undefined

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
