import { useMemo } from 'react'
import type { Outline } from '../../../core/contract/outline.ts'
import { lazyPart } from '../../boundaries/lazyPart.ts'
import { useOutline } from '../../data/outline.ts'
import type { FigureRow, Figures, MeasureFacts } from '../../../core/contract/statistics.ts'
import { t } from '../../i18n/t.ts'
import {
  LINE,
  linesBeside,
  namedMap,
  NOTE_LINE,
  ON_PAGE,
  ON_WALL,
  placeOf,
  type Fit,
  type Letters,
  type MapName,
  type Named,
} from '../layout/map.ts'
import { Chart } from '../marks/Chart.tsx'
import { lineOf, markOf, opening, type Mark } from '../marks/mark.ts'
import { legendHeight, StepLegend } from '../marks/StepLegend.tsx'
import { markProps } from '../marks/useMarks.ts'
import { classesFor, classOf } from '../model/classes.ts'
import { scaledText, scaleOf, valueText } from '../model/numbers.ts'
import type { PictureModule, PictureProps } from '../model/props.ts'
import { sentenceOf } from '../model/sentence.ts'
import { labelOf, measuresOf } from '../model/series.ts'
import { WITHHELD } from '../model/table.ts'
import { SPACE } from '../../theme/scale.ts'
import { Flows } from './flows.tsx'
import { MapShapes } from './inset.tsx'
import './map.css'

const NATION = '000000'

/** The region map: fetched by the code of the area looked at, drawn as it comes. */
function RegionMap(props: PictureProps) {
  const { data, error, mutate } = useOutline(props.area || NATION)
  const { width, height } = props
  if (data) return <Drawn props={props} outline={data} />
  if (!error) return <div className="map-wait" style={{ width, height }} aria-busy="true" />
  return (
    <p role="alert" className="weak map-wait" style={{ width, height }}>
      {error.message}{' '}
      <button type="button" className="link" onClick={() => void mutate()}>
        {t('重试')}
      </button>
    </p>
  )
}

interface DrawnProps {
  props: PictureProps
  outline: Outline
}

const Few = lazyPart(async () => ({ default: (await import('./rank.tsx')).rank.Picture }))
/** With so few areas a map says nothing that bars do not say better. */
const FEWEST = 4
/** The title of a map has no unit, as its legend has it. */
const WITH_HEADS = { heads: true }

function Drawn({ props, outline }: DrawnProps) {
  const { figures, measures } = props
  const [measure] = measuresOf(figures, measures)
  if (!measure) return null
  if (!props.late && figures.rows.length > 1 && isFew(outline, figures)) return <Few {...props} options={WITH_HEADS} />
  return <Parts props={props} outline={outline} measure={measure} />
}

/** Whether a map says too little: few areas, or none of those counted, as of towns whose bounds nobody has. */
function isFew({ parts }: Outline, { rows }: Figures): boolean {
  const codes = new Set(parts.flatMap(({ code, isLine }) => (isLine ? [] : [code])))
  return codes.size < FEWEST || !rows.some(({ keys: [key] }) => codes.has(key ?? ''))
}

function Parts({ props, outline, measure }: DrawnProps & { measure: MeasureFacts }) {
  const { figures, width, height, options, area, late = false, onWall } = props
  const flow = figures.measures.indexOf(String(options.flow))
  // an outline without numbers is drawn at once: who drills sees where to, and may go on
  const rows = useMemo(() => rowsOn(outline, figures, late ? undefined : area), [outline, figures, area, late])
  const isOn = new Set(rows.values())
  const off = late ? [] : figures.rows.filter(row => !isOn.has(row))
  const texts = off.map(row => offText(row, measure))
  const note = texts.length > 0 ? linesBeside(texts, width, height) * NOTE_LINE : 0
  const room = height - legendHeight(width) - note
  const parts = outline.parts.filter(part => !part.isLine)
  const values = parts.map(part => valueOn(rows.get(part.code), { figures, measure, late }))
  const scale = scaleOf(Math.max(...values.map(value => value ?? 0), 0), measure)
  const told = (bound: number) => scaledText(bound, measure, scale)
  const classes = classesFor(values, told)
  const numberOf = (row: FigureRow | undefined, value: number | null): string =>
    row?.withheld ? WITHHELD : value === null ? '' : told(value)
  const shown = parts.map((part, at): Shown => {
    const [row, value] = [rows.get(part.code), values[at] ?? null]
    return { part, row, value, number: numberOf(row, value), className: classOf(value, classes) }
  })
  const letters = onWall ? ON_WALL : ON_PAGE
  const { fit, names } = namedMap(outline, shown, { width, height: room, letters })
  const marks = marksOf(shown, { props, measure, fit })
  return (
    <div className="map">
      <Chart width={width} height={room} name={sentenceOf(props)} marks={marks} onOpen={props.onOpen}>
        <Hatch />
        <MapShapes outline={outline} fit={fit}>
          {onWall && shown.map(({ part }) => <path key={part.code} className="map-halo" d={part.d} />)}
          {shown.map(({ part, className }, i) => (
            <path key={part.code} {...markProps(i, marks[i])} className={`mark part ${className}`} d={part.d} />
          ))}
          {outline.parts.map(part => part.isLine && <path key={part.code} className="map-line" d={part.d} />)}
        </MapShapes>
        {flow >= 0 && (
          <Flows flows={shown.map(({ part, row }) => ({ part, value: row?.values[flow] ?? 0 }))} fit={fit} />
        )}
        <Names names={names} letters={letters} classes={new Map(shown.map(one => [one.part.code, one.className]))} />
      </Chart>
      {note > 0 && <Off rows={off} measure={measure} props={props} height={note} />}
      <StepLegend classes={classes} unit={scale.unit} told={told} />
    </div>
  )
}

interface Shown extends Named {
  row: FigureRow | undefined
  className: string
}

interface Counted {
  figures: Figures
  measure: MeasureFacts
  late: boolean
}
/** Where nothing was counted there is none of it; of a share, or of another system's numbers, nobody knows. */
function valueOn(row: FigureRow | undefined, { figures, measure: { kind }, late }: Counted): number | null {
  if (row) return row.values[0] ?? null
  return !late && !figures.elsewhere && (kind === 'count' || kind === 'distinct') ? 0 : null
}

interface Around {
  props: PictureProps
  measure: MeasureFacts
  fit: Fit
}
function marksOf(shown: readonly Shown[], { props, measure, fit }: Around): Mark[] {
  const { figures, measures, area, onDrill, late = false } = props
  const others = measuresOf(figures, measures).slice(1)
  return shown.map(({ part, row, value }, at): Mark => {
    const drills = onDrill && part.code !== area ? () => onDrill(part.code) : undefined
    const place = { at, line: 0, ...placeOf(part, fit), drills }
    if (!row) {
      const nothing = late ? t('正在读取') : t('暂无数据')
      const line =
        value === null ? { label: nothing, text: '' } : { label: t(measure.label), text: valueText(value, measure) }
      return { ...place, title: part.name, lines: [line] }
    }
    const mark = markOf({ figures, row, measure, title: part.name || labelOf(row, 0), ...place })
    const lines = others.map((one, i) => lineOf(row, row.values[i + 1] ?? null, one, t(one.label)))
    return { ...mark, lines: [...mark.lines, ...lines], drills }
  })
}

/** What nobody has counted is hatched: it is neither few nor none. */
const Hatch = () => (
  <pattern
    id={HATCH}
    width={SPACE['sp-2']}
    height={SPACE['sp-2']}
    patternUnits="userSpaceOnUse"
    patternTransform="rotate(45)"
  >
    <line className="map-hatch" y2={SPACE['sp-2']} />
  </pattern>
)
const HATCH = 'map-hatch'

interface NamesProps {
  names: readonly MapName[]
  letters: Letters
  /** part → class of its ground */
  classes: ReadonlyMap<string, string>
}

/** Names with their numbers below: in their parts, or beside the map with a line to where they belong. */
const Names = ({ names, letters, classes }: NamesProps) => (
  <g className="map-names">
    {names.map(({ at: { part }, x, y, from }) => from && <Leader key={part.code} from={from} to={{ x, y }} />)}
    {names.map(({ at: { part, number }, x, y, anchor, from }) => (
      <g key={part.code} className={from ? 'map-beside' : classes.get(part.code)}>
        <text className="map-name" x={x + AWAY[anchor]} y={y} dy=".35em" textAnchor={anchor}>
          {part.name}
        </text>
        {number && (
          <text
            className="map-number num"
            x={x + AWAY[anchor]}
            y={y + ((letters.name + letters.number) / 2) * LINE}
            dy=".35em"
            textAnchor={anchor}
          >
            {number}
          </text>
        )}
      </g>
    ))}
  </g>
)

/** All of them lie below all names, which are read across them. */
const Leader = ({ from, to }: { from: Spot; to: Spot }) => (
  <>
    <path className="map-leader" d={`M${from.x} ${from.y}L${to.x} ${to.y}`} />
    <circle className="map-seat" cx={from.x} cy={from.y} r={2} />
  </>
)
interface Spot {
  x: number
  y: number
}
const AWAY = { start: 4, middle: 0, end: -4 }

interface OffProps {
  rows: readonly FigureRow[]
  measure: MeasureFacts
  props: PictureProps
  height: number
}
const offText = (row: FigureRow, measure: MeasureFacts | undefined): string =>
  `${labelOf(row, 0)} ${row.withheld || !measure ? WITHHELD : valueText(row.values[0], measure)}`

/** What has a number and no place on the map. */
function Off({ rows, measure, props, height }: OffProps) {
  return (
    <p className="map-off scrolled weak" title={t('不在图上')} style={{ height }}>
      {rows.map(row => (
        <button
          key={row.keys[0]}
          type="button"
          className="link"
          disabled={!opening(props.figures, row, measure.name)}
          onClick={() => props.onOpen(row, measure.name)}
        >
          {offText(row, measure)}
        </button>
      ))}
    </p>
  )
}

/**
 * Number of each part by its code. An area without parts is drawn as its own outline: that shows all of it, and not
 * what belongs to none of the areas below (本级), which has the same code.
 */
function rowsOn({ parts }: Outline, figures: Figures, area: string | undefined): Map<string, FigureRow> {
  const areas = parts.filter(part => !part.isLine)
  const [only] = areas
  if (only && areas.length === 1 && only.code === area) return new Map([[only.code, figures.total]])
  const codes = new Set(areas.map(({ code }) => code))
  return new Map(figures.rows.flatMap(row => (codes.has(row.keys[0] ?? '') ? [[row.keys[0] ?? '', row] as const] : [])))
}

export const map: PictureModule = { Picture: RegionMap, sentence: sentenceOf }
