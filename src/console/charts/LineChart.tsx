import { useEffect, useMemo, useRef, useState } from 'react'
import { Lines } from './kinds/lines.tsx'
import { Chart } from './marks/Chart.tsx'
import { Legend, LEGEND_HEIGHT } from './marks/Legend.tsx'
import { useHidden } from './marks/useHidden.ts'
import type { Mark } from './marks/mark.ts'
import { layoutLines, nearestPoint, type LinePanel } from './layout/lines.ts'
import { valueAxis } from './layout/axis.ts'
import { numberText } from './model/numbers.ts'
import type { Picture } from './picture.ts'

/** Lines over a list's own rows. `name`: description of the chart for screen readers. */
export function LineChart({
  picture,
  name,
  onMarker,
}: {
  picture: Picture
  name: string
  /** opens what is marked, by the key of its row */
  onMarker?: (key: string) => void
}) {
  const box = useRef<HTMLDivElement>(null)
  const { width, height } = useSize(box)
  const [hidden, toggle] = useHidden(picture.lines.map(({ key }) => key))
  const hasLegend = picture.lines.length > 1
  const room = height - (hasLegend ? LEGEND_HEIGHT : 0)
  const panel = useMemo(() => layoutOf(picture, hidden, width, room), [picture, hidden, width, room])
  const marks = useMemo(() => marksOf(picture, panel, onMarker), [picture, panel, onMarker])
  return (
    <div ref={box} className="line-chart">
      {hasLegend && (
        <Legend
          items={picture.lines.map((one, line) => ({ key: one.key, label: one.name, colour: colourOf(line), line }))}
          hidden={hidden}
          onToggle={toggle}
        />
      )}
      {room > 0 && (
        <Chart
          width={width}
          height={room}
          name={name}
          marks={marks}
          onOpen={NOWHERE}
          nearest={(x, y) => nearestPoint(marks, x, y)}
        >
          <Lines
            panel={panel}
            marks={marks}
            colourOf={colourOf}
            valuesOf={line => picture.lines[line]?.values ?? []}
            isMarked={at => picture.marked?.has(at) === true}
          />
        </Chart>
      )}
    </div>
  )
}
const NOWHERE = () => undefined
const COLOURS = 8
const colourOf = (line: number): string => `c${(line % COLOURS) + 1}`
const TOP = 10
/** Ticks may be told in 万: without the unit above them, twenty thousand reads as two. */
const TOP_OF_UNIT = 24

function layoutOf(
  { xs, lines, bands, spans = [], range, ticks, unit }: Picture,
  hidden: ReadonlySet<string>,
  width: number,
  height: number,
) {
  const measure = { name: '', label: '', kind: 'sum' as const, unit }
  const own = valueAxis({ values: range, measure, room: height })
  const exact = ticks?.map(value => ({ value, text: numberText(value) }))
  const axis = exact ? { ...own, domain: range, ticks: exact, scale: { divisor: 1, unit } } : own
  const shown = lines.flatMap(({ key, values }, line) => (hidden.has(key) ? [] : [{ line, values }]))
  return layoutLines({
    xs: shortened(xs),
    lines: shown,
    axis,
    width,
    height,
    isTime: true,
    bands,
    spans,
    top: axis.scale.unit ? TOP_OF_UNIT : TOP,
  })
}

const DAY = 10
/** Moments on different days are told apart by their days; the tip says the time. */
function shortened(xs: readonly string[]): string[] {
  const days = xs.map(x => x.slice(0, DAY))
  return new Set(days).size === xs.length ? days : [...xs]
}

/** A tip says all lines at its place, the pointed one first. */
function marksOf(
  { xs, lines, unit, marked }: Picture,
  { points }: LinePanel,
  onMarker: ((key: string) => void) | undefined,
): Mark[] {
  const isOne = lines.length === 1
  return points.map(({ at, line, x, y, value }) => {
    const said = (index: number, number: number) => ({
      label: lines[index]?.name ?? '',
      text: `${numberText(number)}${unit}`,
      colour: isOne ? undefined : colourOf(index),
    })
    const others = points.filter(one => one.at === at && one.line !== line)
    const marker = marked?.get(at)
    const told = marker ? [{ label: marker.text, text: '', tone: 'bad' as const }] : []
    return {
      at,
      line,
      x,
      y,
      title: xs[at] ?? '',
      lines: [said(line, value), ...others.map(one => said(one.line, one.value)), ...told],
      ...(marker && onMarker ? { goes: () => onMarker(marker.key) } : {}),
    }
  })
}

/** Size of a box in pixels; none before it is known. */
function useSize(box: React.RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useEffect(() => {
    const element = box.current
    if (!element) return
    const read = () => setSize({ width: element.clientWidth, height: element.clientHeight })
    const observer = new ResizeObserver(read)
    observer.observe(element)
    read()
    return () => observer.disconnect()
  }, [box])
  return size
}
