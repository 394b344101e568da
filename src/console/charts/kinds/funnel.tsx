import { t } from '../../i18n/t.ts'
import { layoutFunnel } from '../layout/funnel.ts'
import { Chart } from '../marks/Chart.tsx'
import { markOf } from '../marks/mark.ts'
import { markProps } from '../marks/useMarks.ts'
import { numberText, shifted, valueText } from '../model/numbers.ts'
import type { PictureModule, PictureProps } from '../model/props.ts'
import { sentenceOf } from '../model/sentence.ts'
import { gridOf } from '../model/series.ts'
import { shortened } from '../model/text.ts'

interface FunnelStage {
  label: string
  measure: Parameters<typeof markOf>[0]['measure']
  row: Parameters<typeof markOf>[0]['row']
  value: number | null
}

/** Stages are the measures in their order, or the groups of one dimension. */
function stagesOf({ figures, measures }: PictureProps): FunnelStage[] {
  const { categories, series } = gridOf(figures, measures)
  if (figures.by.length === 0)
    return series.flatMap(({ label, measure, cells: [cell] }) => (cell ? [{ label, measure, ...cell }] : []))
  const [one] = series
  return categories.flatMap(({ label }, at) => {
    const cell = one?.cells[at]
    return one && cell ? [{ label, measure: one.measure, ...cell }] : []
  })
}
const NAMES = 0.42

function Funnel(props: PictureProps) {
  const { figures, width, height, onOpen } = props
  const stages = stagesOf(props)
  const side = width * NAMES
  const room = Math.max(1, width - side - 8)
  const middle = room / 2
  const drawn = layoutFunnel(
    stages.map(({ value }) => value),
    room,
    height,
  )
  const percent = (part: number): string => `${numberText(shifted(part, 2), 1)}%`
  const marks = drawn.map(({ at, y, height: h, kept }) => {
    const { row, measure, label } = stages[at] as FunnelStage
    const mark = markOf({ figures, row, measure, title: label, at, line: 0, x: middle, y: y + h / 2 })
    const said = kept === undefined ? [] : [{ label: t('占上一步'), text: percent(kept) }]
    return { ...mark, lines: [...mark.lines, ...said] }
  })
  return (
    <Chart width={width} height={height} name={sentenceOf(props)} marks={marks} onOpen={onOpen}>
      {drawn.map(({ at, y, height: h, top, bottom, kept }, i) => {
        const stage = stages[at] as FunnelStage
        const d = `M${middle - top / 2} ${y}h${top}L${middle + bottom / 2} ${y + h}h${-bottom}Z`
        const said = `${valueText(stage.value, stage.measure)}${kept === undefined ? '' : ` · ${percent(kept)}`}`
        return (
          <g key={stage.label}>
            <path {...markProps(i, marks[i])} className="mark c1" fillOpacity={1 - i * (0.6 / drawn.length)} d={d} />
            <text className="chart-name" x={room + 8} y={y + h / 2 - 2}>
              {shortened(stage.label, side)}
              <title>{stage.label}</title>
            </text>
            <text className="num" x={room + 8} y={y + h / 2 + 14}>
              {said}
            </text>
          </g>
        )
      })}
    </Chart>
  )
}

export const funnel: PictureModule = { Picture: Funnel, sentence: sentenceOf }
