import type { ListFigures, Spread } from './list.ts'
import { table } from './table.ts'

interface Metric { name: string; label: string; digits: number; goal?: number }
/** Goals are ratios to the hand-written page. */
const METRICS: Metric[] = [
  { name: 'bytes', label: 'JS+CSS to the first list, KiB brotli', digits: 0, goal: 1.05 },
  { name: 'cold', label: 'cold load to the first row painted, ms', digits: 0, goal: 0.9 },
  { name: 'longTasks', label: 'long tasks in load, ms', digits: 0 },
  { name: 'loadCpu', label: 'CPU of load, ms', digits: 0 },
  { name: 'listFirst', label: 'first list → list, ms', digits: 0 },
  { name: 'listAgain', label: 'list → list again, ms', digits: 0 },
  { name: 'page', label: 'change of page, 20 rows, ms without the request', digits: 1, goal: 0.4 },
  { name: 'pageCpu', label: 'change of page, 20 rows, CPU ms', digits: 1, goal: 0.4 },
  { name: 'rows1000', label: 'first 1,000 rows, ms from data to painted', digits: 0, goal: 0.05 },
  { name: 'rows1000Cpu', label: 'change of page, 1,000 rows, CPU ms', digits: 0, goal: 0.05 },
  { name: 'key', label: 'a key in a filter, CPU ms', digits: 1, goal: 0.8 },
  { name: 'heap', label: 'heap after 56 changes of list, MB', digits: 1 },
  { name: 'heapGrowth', label: 'heap growth in the last 50 of them, MB', digits: 2 },
  { name: 'nodeGrowth', label: 'DOM nodes left by the last 50 of them', digits: 0 },
]

export interface Verdict { metric: string; ratio: number; goal: number; reached: boolean }

const ratioOf = ({ antd, ours }: ListFigures, { name }: Metric): number | undefined => {
  const [a, b] = [antd[name]?.median, ours[name]?.median]
  return a && b !== undefined ? b / a : undefined
}

export function verdicts(figures: ListFigures): Verdict[] {
  return METRICS.flatMap((metric) => {
    const ratio = ratioOf(figures, metric)
    return metric.goal === undefined || ratio === undefined ? [] : [{ metric: metric.label, ratio, goal: metric.goal, reached: ratio <= metric.goal }]
  })
}

export function listReport(figures: ListFigures): string {
  const rows = METRICS.flatMap((metric) => {
    const antd = figures.antd[metric.name]
    const ours = figures.ours[metric.name]
    const ratio = ratioOf(figures, metric)
    if (!antd && !ours) return []
    const verdict = metric.goal === undefined || ratio === undefined ? '' : `≤ ${metric.goal} ${ratio <= metric.goal ? 'reached' : 'MISSED'}`
    return [[metric.label, text(antd, metric.digits), text(ours, metric.digits), ratio === undefined ? '' : ratio.toFixed(2), verdict]]
  })
  const title = `List in Chromium, median (min–max) of ${figures.rounds} interleaved rounds, against an antd page written by hand`
  return [title, table(['', 'antd', 'ours', 'ratio', 'goal'], rows), ...costs(figures), ...figures.problems.map((problem) => `problem: ${problem}`)].join('\n')
}

function text(spread: Spread | undefined, digits: number): string {
  if (!spread) return '–'
  const [median, min, max] = [spread.median, spread.min, spread.max].map((value) => value.toFixed(digits))
  return min === max ? String(median) : `${median} (${min}–${max})`
}

/** Where a goal is missed: which part of the work, or which files, it goes to. */
function costs(figures: ListFigures): string[] {
  return METRICS.flatMap((metric) => {
    const ratio = ratioOf(figures, metric)
    if (metric.goal === undefined || ratio === undefined || ratio <= metric.goal) return []
    if (metric.name === 'bytes') {
      return [`${metric.label}: ${figures.files.slice(0, 6).map((file) => `${file.name} ${(file.brotli / 1024).toFixed(0)}`).join(', ')}`]
    }
    const part = figures.parts[metric.name]
    if (!part) return []
    const rest = part.all - part.script - part.style - part.layout
    const said = Object.entries({ script: part.script, style: part.style, layout: part.layout, 'paint and the rest': rest })
    return [`${metric.label}: CPU ${said.sort((a, b) => b[1] - a[1]).map(([name, ms]) => `${name} ${ms.toFixed(1)}`).join(', ')} ms`]
  })
}
