import { useMemo } from 'react'
import { t } from '../../i18n/t.ts'
import { layoutBars, type BarPanel } from '../layout/bars.ts'
import { Chart } from '../marks/Chart.tsx'
import { Legend, LEGEND_HEIGHT } from '../marks/Legend.tsx'
import { markOf, type Mark } from '../marks/mark.ts'
import { markProps } from '../marks/useMarks.ts'
import { startsOf } from '../marks/panels.ts'
import { useHidden } from '../marks/useHidden.ts'
import { classesOf } from '../model/colours.ts'
import type { PictureModule, PictureProps } from '../model/props.ts'
import { dimensionOf, gridOf, panelsOf, type Grid, type Series } from '../model/series.ts'
import { sentenceOf } from '../model/sentence.ts'
import { Names, Ticks } from './axes.tsx'

type Placed = BarPanel['bars'][number]
interface Panel {
  /** distance from the top, in pixels */
  top: number
  layout: BarPanel
  marks: Mark[]
  /** index of its first mark among those of the picture */
  start: number
}

/** Bars: standing or lying, beside each other or stacked. Measures with different units get an axis each. */
function Bars(props: PictureProps) {
  const { figures, measures, dimensions, entries, width, height, options, onOpen } = props
  const grid = useMemo(() => gridOf(figures, measures), [figures, measures])
  const keys = grid.series.map(({ key }) => key)
  const colours = useMemo(
    () => coloursOf({ figures, dimensions, entries, options }, grid),
    [figures, dimensions, entries, options, grid],
  )
  const [hidden, toggle] = useHidden(keys)
  const hasLegend = grid.series.length > 1
  const room = height - (hasLegend ? LEGEND_HEIGHT : 0)
  const panels = useMemo(
    () => layoutPanels({ figures, dimensions, grid, hidden, width, room, options, colours: colours.series }),
    [figures, dimensions, grid, hidden, width, room, options, colours],
  )
  const marks = panels.flatMap(panel => panel.marks)
  const all = Math.max(
    room,
    panels.reduce((sum, { layout }) => sum + layout.height, 0),
  )
  const colourOf = ({ at, line, cell }: Placed) => {
    const own = colours.categories?.[at] ?? colours.series[line]
    // one grey for what is left over, unless a colour has to tell which series it is
    if (cell.row.rest) return grid.series.length > 1 ? `${own} faded` : 'rest'
    return own
  }
  return (
    <div className="chart-box">
      {hasLegend && (
        <Legend
          items={grid.series.map((one, i) => ({ ...one, colour: colours.series[i] ?? '' }))}
          hidden={hidden}
          onToggle={toggle}
        />
      )}
      <div className="chart-room" style={{ height: room }}>
        <Chart width={width} height={all} name={sentenceOf(props)} marks={marks} onOpen={onOpen}>
          {panels.map(panel => (
            <Drawn key={panel.top} panel={panel} colourOf={colourOf} width={width} />
          ))}
        </Chart>
      </div>
    </div>
  )
}

type Coloured = Pick<PictureProps, 'figures' | 'dimensions' | 'entries' | 'options'>

/** Of one series the categories may have colours by meaning; several series have one each. */
function coloursOf({ dimensions, figures, entries, options }: Coloured, { series, categories }: Grid) {
  const chosen = (options.tones ?? {}) as Record<string, unknown>
  const dictOf = (at: number) => entries(dimensionOf(dimensions, figures.by[at])?.dict ?? '')
  const keys = series.map(({ key }) => key)
  if (series.length > 1) return { series: classesOf(keys, figures.by.length > 1 ? dictOf(1) : undefined, chosen) }
  const own = classesOf(
    categories.map(({ key }) => key),
    dictOf(0),
    chosen,
  )
  return { series: ['c1'], categories: own.every(one => one.startsWith('tone-')) ? own : undefined }
}

interface Asked extends Pick<PictureProps, 'figures' | 'dimensions' | 'width' | 'options'> {
  grid: Grid
  hidden: ReadonlySet<string>
  room: number
  colours: string[]
}

function layoutPanels({ figures, dimensions, grid, hidden, width, room, options, colours }: Asked): Panel[] {
  const shown = grid.series.filter(({ key }) => !hidden.has(key))
  const groups = options.stacked === true ? [shown] : panelsOf(shown)
  const isTime = dimensionOf(dimensions, figures.by[0])?.kind === 'time'
  const height = room / groups.length
  const panels = groups.map((group, i) => {
    const layout = layoutBars({
      grid,
      series: group.map(one => ({ one, line: grid.series.indexOf(one) })),
      width,
      height,
      isStacked: options.stacked === true,
      isLying: options.horizontal === true,
      isTime,
    })
    const top = i * height
    return { top, layout, marks: layout.bars.map(bar => markAt({ figures, grid, colours }, layout, bar, top)) }
  })
  return startsOf(panels)
}

function markAt(
  { figures, grid, colours }: Pick<Asked, 'figures' | 'grid' | 'colours'>,
  { isLying }: BarPanel,
  bar: Placed,
  top: number,
): Mark {
  const series = grid.series[bar.line] as Series
  const isLow = bar.value < 0
  return markOf({
    figures,
    row: bar.cell.row,
    measure: series.measure,
    series: series.label,
    colour: grid.series.length > 1 ? colours[bar.line] : undefined,
    title: grid.categories[bar.at]?.label ?? '',
    at: bar.at,
    line: bar.line,
    x: isLying ? (isLow ? bar.x : bar.x + bar.width) : bar.x + bar.width / 2,
    y: top + (isLying ? bar.y + bar.height / 2 : isLow ? bar.y + bar.height : bar.y),
  })
}

interface DrawnProps {
  panel: Panel
  colourOf: (bar: Placed) => string | undefined
  width: number
}
const SEEN = 2

function Drawn({ panel: { top, layout, marks, start }, colourOf, width }: DrawnProps) {
  const { box, isLying, zero, axis } = layout
  return (
    <g transform={`translate(0 ${top})`}>
      {axis.scale.unit && (
        <text className="chart-unit" x={0} y={12}>
          {t('单位：{unit}', { unit: axis.scale.unit })}
        </text>
      )}
      <Ticks ticks={layout.ticks} left={box.left} right={width} />
      {layout.bars.map((bar, i) => {
        // a number other than zero is seen, however small it is beside the others
        const [w, h] = [
          Math.max(bar.width, bar.value && isLying ? SEEN : 0),
          Math.max(bar.height, bar.value && !isLying ? SEEN : 0),
        ]
        const [x, y] = [bar.value < 0 ? bar.x + bar.width - w : bar.x, bar.value < 0 ? bar.y : bar.y + bar.height - h]
        return (
          <rect
            key={`${bar.at}.${bar.line}`}
            {...markProps(start + i, marks[i])}
            className={`mark ${colourOf(bar)}`}
            {...(isLying
              ? { x, y: bar.y, width: w, height: bar.height }
              : { x: bar.x, y, width: bar.width, height: h })}
          />
        )
      })}
      <line
        className="chart-base"
        {...(isLying
          ? { x1: zero, x2: zero, y1: box.top, y2: box.top + box.height }
          : { x1: box.left, x2: width, y1: zero, y2: zero })}
      />
      {layout.numbers.map(({ x, y, text, anchor }) => (
        <text
          key={`${x} ${y}`}
          className="chart-number"
          x={x}
          y={y}
          textAnchor={anchor}
          dy={isLying ? '.35em' : undefined}
        >
          {text}
        </text>
      ))}
      <Names names={layout.names} form={layout.form} isBeside={isLying} />
    </g>
  )
}

export const bar: PictureModule = { Picture: Bars, sentence: sentenceOf }
