import { useMemo } from 'react'
import { valueAxis } from '../layout/axis.ts'
import { layoutLines, nearestPoint, type LinePanel } from '../layout/lines.ts'
import { Chart } from '../marks/Chart.tsx'
import { Legend, LEGEND_HEIGHT } from '../marks/Legend.tsx'
import { lineOf, markOf, type Mark } from '../marks/mark.ts'
import { startsOf } from '../marks/panels.ts'
import { useHidden } from '../marks/useHidden.ts'
import { classesOf } from '../model/colours.ts'
import type { PictureModule, PictureProps } from '../model/props.ts'
import { sentenceOf } from '../model/sentence.ts'
import { dimensionOf, gridOf, panelsOf, type Grid, type Series } from '../model/series.ts'
import { Lines } from './lines.tsx'

interface Panel {
  top: number
  layout: LinePanel
  marks: Mark[]
  /** index of its first mark among those of the picture */
  start: number
}

/** Lines over time, or over categories in their order; series are the measures, or the second dimension. */
function LinePicture(props: PictureProps) {
  const { figures, measures, dimensions, width, height, options, onOpen } = props
  const grid = useMemo(() => gridOf(figures, measures), [figures, measures])
  const [hidden, toggle] = useHidden(grid.series.map(({ key }) => key))
  const hasLegend = grid.series.length > 1
  const room = height - (hasLegend ? LEGEND_HEIGHT : 0)
  const colours = coloursOf(props, grid)
  const panels = useMemo(
    () => layoutPanels({ figures, dimensions, grid, hidden, width, room, options }, colours.split(' ')),
    [figures, dimensions, grid, hidden, width, room, options, colours],
  )
  const marks = panels.flatMap(panel => panel.marks)
  return (
    <div className="chart-box">
      {hasLegend && (
        <Legend
          items={grid.series.map((one, i) => ({ ...one, colour: colours.split(' ')[i] ?? '', line: i }))}
          hidden={hidden}
          onToggle={toggle}
        />
      )}
      <Chart
        width={width}
        height={room}
        name={sentenceOf(props)}
        marks={marks}
        onOpen={onOpen}
        nearest={(x, y) => nearestOf(panels, x, y)}
      >
        {panels.map(({ top, layout, marks: own, start }) => (
          <g key={top} transform={`translate(0 ${top})`}>
            <Lines
              panel={layout}
              marks={own}
              start={start}
              colourOf={line => colours.split(' ')[line] ?? ''}
              valuesOf={line => valuesOf(grid.series[line])}
            />
          </g>
        ))}
      </Chart>
    </div>
  )
}

/** In the panel that is pointed at. */
function nearestOf(panels: readonly Panel[], x: number, y: number): number | undefined {
  const panel = panels.findLast(({ top }) => y >= top) ?? panels[0]
  const index = panel && nearestPoint(panel.marks, x, y)
  return panel && index !== undefined ? panel.start + index : undefined
}

const valuesOf = (series: Series | undefined): (number | null)[] => series?.cells.map(cell => cell?.value ?? null) ?? []

/** Classes of the lines, in one text that stays equal while they do. */
function coloursOf({ figures, dimensions, entries, options }: PictureProps, { series }: Grid): string {
  const dict = dimensionOf(dimensions, figures.by[1])?.dict ?? ''
  const chosen = (options.tones ?? {}) as Record<string, unknown>
  return classesOf(
    series.map(({ key }) => key),
    entries(dict),
    chosen,
  ).join(' ')
}

interface Asked extends Pick<PictureProps, 'figures' | 'dimensions' | 'width' | 'options'> {
  grid: Grid
  hidden: ReadonlySet<string>
  room: number
}

function layoutPanels(asked: Asked, colours: readonly string[]): Panel[] {
  const { figures, dimensions, grid, hidden, width, room, options } = asked
  const groups = panelsOf(grid.series.filter(({ key }) => !hidden.has(key)))
  const isTime = dimensionOf(dimensions, figures.by[0])?.kind === 'time'
  const height = room / groups.length
  const panels = groups.flatMap((group, i): Omit<Panel, 'start'>[] => {
    const [first] = group
    if (!first) return []
    const lines = group.map(one => ({ line: grid.series.indexOf(one), values: valuesOf(one) }))
    const values = lines.flatMap(one => one.values.filter(value => value !== null))
    const axis = valueAxis({ values, measure: first.measure, room: height, fromZero: options.zero !== false })
    const xs = grid.categories.map(({ label }) => label)
    const layout = layoutLines({ xs, lines, axis, width, height, isTime })
    const top = i * height
    const marks = layout.points.flatMap(point => markAt(asked, group, colours, point, top))
    return [{ top, layout, marks }]
  })
  return startsOf(panels)
}

/** A tip says all lines of the panel at this place, the pointed one first. */
function markAt(
  { figures, grid }: Asked,
  group: readonly Series[],
  colours: readonly string[],
  { at, line, x, y }: LinePanel['points'][number],
  top: number,
): Mark[] {
  const series = grid.series[line]
  const row = series?.cells[at]?.row
  if (!series || !row) return []
  const title = grid.categories[at]?.label ?? ''
  const colourOf = (one: Series) => (grid.series.length > 1 ? colours[grid.series.indexOf(one)] : undefined)
  const mark = markOf({
    figures,
    row,
    measure: series.measure,
    series: series.label,
    colour: colourOf(series),
    title,
    at,
    line,
    x,
    y: top + y,
  })
  const others = group.flatMap(one => {
    const cell = one.cells[at]
    return one === series || !cell ? [] : [lineOf(cell.row, cell.value, one.measure, one.label, colourOf(one))]
  })
  return [{ ...mark, lines: [...mark.lines, ...others.slice(0, MOST_OTHERS)] }]
}
const MOST_OTHERS = 8

export const line: PictureModule = { Picture: LinePicture, sentence: sentenceOf }
