import { useMemo } from 'react'
import type { Outline } from '../../../core/contract/outline.ts'
import { useOutline } from '../../data/outline.ts'
import type { FigureRow, Figures, MeasureFacts } from '../../../core/contract/statistics.ts'
import { t } from '../../i18n/t.ts'
import { fitOf, linesBeside, namesOn, NOTE_LINE, placeOf } from '../layout/map.ts'
import { Chart } from '../marks/Chart.tsx'
import { lineOf, opening, type Mark } from '../marks/mark.ts'
import { markOf } from '../marks/mark.ts'
import { legendHeight, StepLegend } from '../marks/StepLegend.tsx'
import { markProps } from '../marks/useMarks.ts'
import { classesFor, classOf } from '../model/classes.ts'
import { scaledText, scaleOf, valueText } from '../model/numbers.ts'
import type { PictureModule, PictureProps } from '../model/props.ts'
import { sentenceOf } from '../model/sentence.ts'
import { labelOf, measuresOf } from '../model/series.ts'
import { WITHHELD } from '../model/table.ts'
import { Flows } from './flows.tsx'
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

function Drawn({ props, outline }: { props: PictureProps; outline: Outline }) {
  const { figures, measures, width, height, onOpen, onDrill, options, area, late = false } = props
  const facts = measuresOf(figures, measures)
  const [measure] = facts
  const flow = figures.measures.indexOf(String(options.flow))
  // an outline without numbers is drawn at once: who drills sees where to, and may go on
  const rows = useMemo(() => rowsOn(outline, figures, late ? undefined : area), [outline, figures, area, late])
  const isOn = new Set(rows.values())
  const off = late ? [] : figures.rows.filter(row => !isOn.has(row))
  const texts = off.map(row => offText(row, measure))
  const note = linesBeside(texts, width, height) * NOTE_LINE
  const room = height - legendHeight(width) - note
  const fit = useMemo(() => fitOf(outline, width, room), [outline, width, room])
  if (!measure) return null
  const parts = outline.parts.filter(part => !part.isLine)
  const shown = parts.map(part => ({ part, row: rows.get(part.code), value: rows.get(part.code)?.values[0] ?? null }))
  const values = shown.map(({ value }) => value)
  const scale = scaleOf(Math.max(...values.map(value => value ?? 0), 0), measure)
  const told = (bound: number) => scaledText(bound, measure, scale)
  const classes = classesFor(values, told)
  const marks = shown.map(({ part, row }, at): Mark => {
    const place = { at, line: 0, ...placeOf(part, fit) }
    const drills = onDrill && part.code !== area ? () => onDrill(part.code) : undefined
    if (!row)
      return { ...place, title: part.name, lines: [{ label: late ? t('正在读取') : t('暂无数据'), text: '' }], drills }
    const mark = markOf({ figures, row, measure, title: part.name || labelOf(row, 0), ...place })
    const others = facts.slice(1).map((one, i) => lineOf(row, row.values[i + 1] ?? null, one, t(one.label)))
    return {
      ...place,
      title: mark.title,
      lines: [...mark.lines, ...others],
      opens: opening(figures, row, measure.name),
      drills,
    }
  })
  if (rows.size === 0 && off.length > 0)
    return (
      <div className="map map-none" style={{ width, height }}>
        <p className="weak">{t('没有这个地区的边界，画不成地图')}</p>
        <Off rows={off} measure={measure} props={props} />
      </div>
    )
  return (
    <div className="map">
      <Chart width={width} height={room} name={sentenceOf(props)} marks={marks} onOpen={onOpen}>
        <g transform={`translate(${fit.left} ${fit.top}) scale(${fit.scale})`}>
          {shown.map(({ part, value }, i) => (
            <path
              key={part.code}
              {...markProps(i, marks[i])}
              className={`mark part ${classOf(value, classes)}`}
              d={part.d}
            />
          ))}
          {outline.parts.map(part => part.isLine && <path key={part.code} className="map-line" d={part.d} />)}
        </g>
        {flow >= 0 && (
          <Flows flows={shown.map(({ part, row }) => ({ part, value: row?.values[flow] ?? 0 }))} fit={fit} />
        )}
        {namesOn(shown, fit, width).map(({ code, name, x, y }) => (
          <text key={code} className="map-name" x={x} y={y} dy=".35em" textAnchor="middle">
            {name}
          </text>
        ))}
      </Chart>
      <Off rows={off} measure={measure} props={props} height={note} />
      <StepLegend classes={classes} unit={scale.unit} told={told} />
    </div>
  )
}

interface OffProps {
  rows: readonly FigureRow[]
  measure: MeasureFacts
  props: PictureProps
  /** none where nothing else is shown */
  height?: number
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
