import type { ListFigures, Spread } from './list.ts'
import { table } from './table.ts'

export interface Metric {
  name: string
  label: string
  digits: number
  /** upper limit as a ratio to the hand-written page, or to our own figure `to` */
  goal?: number
  to?: string
  /** absolute upper limit */
  limit?: number
}
/** Goals are ratios to the hand-written page. */
export const LIST_METRICS: Metric[] = [
  { name: 'bytes', label: 'JS+CSS to the first list, KiB brotli', digits: 0, goal: 1.05 },
  { name: 'cold', label: 'cold load to the first row painted, ms', digits: 0, goal: 0.9 },
  { name: 'longTasks', label: 'long tasks in load, ms', digits: 0, goal: 1 },
  { name: 'loadCpu', label: 'CPU of load, ms', digits: 0 },
  { name: 'listFirst', label: 'first list → list, ms', digits: 0 },
  { name: 'listAgain', label: 'list → list again, ms', digits: 0, goal: 0.4 },
  { name: 'page', label: 'change of page, 20 rows, ms without the request', digits: 1, goal: 0.4 },
  { name: 'pageCpu', label: 'change of page, 20 rows, CPU ms', digits: 1, goal: 0.4 },
  { name: 'rows1000', label: 'first 1,000 rows, ms from data to painted', digits: 0, goal: 0.05 },
  { name: 'rows1000Cpu', label: 'change of page, 1,000 rows, CPU ms', digits: 0, goal: 0.05 },
  { name: 'key', label: 'a key in a filter, CPU ms', digits: 1, goal: 0.8 },
  { name: 'heap', label: 'heap after 56 changes of list, MB', digits: 1 },
  { name: 'heapGrowth', label: 'heap growth in the last 50 of them, MB', digits: 2 },
  { name: 'nodeGrowth', label: 'DOM nodes left by the last 50 of them', digits: 0 },
]

export interface Verdict {
  metric: string
  ratio?: number
  value?: number
  goal: number
  reached: boolean
}

const ratioOf = ({ antd, ours }: ListFigures, { name, to }: Metric): number | undefined => {
  const [a, b] = [to ? ours[to]?.median : antd[name]?.median, ours[name]?.median]
  return a && b !== undefined ? b / a : undefined
}

export function verdicts(figures: ListFigures, metrics = LIST_METRICS): Verdict[] {
  return metrics.flatMap(metric => {
    const value = metric.limit === undefined ? ratioOf(figures, metric) : figures.ours[metric.name]?.median
    const goal = metric.limit ?? metric.goal
    return goal === undefined || value === undefined
      ? []
      : [
          {
            metric: metric.label,
            [metric.limit === undefined ? 'ratio' : 'value']: value,
            goal,
            reached: value <= goal,
          },
        ]
  })
}

const TITLE = 'List in Chromium, median (min–max) of # interleaved rounds, against an antd page written by hand'

export function listReport(figures: ListFigures, metrics = LIST_METRICS, title = TITLE): string {
  const rows = metrics.flatMap(metric => {
    const antd = figures.antd[metric.name]
    const ours = figures.ours[metric.name]
    const ratio = ratioOf(figures, metric)
    if (!antd && !ours) return []
    const [verdict] = verdicts(figures, [metric])
    return [
      [
        metric.label,
        text(antd, metric.digits),
        text(ours, metric.digits),
        ratio === undefined ? '' : ratio.toFixed(2),
        verdict ? `≤ ${verdict.goal} ${verdict.reached ? 'reached' : 'MISSED'}` : '',
      ],
    ]
  })
  return [
    title.replace('#', String(figures.rounds)),
    table(['', 'antd', 'ours', 'ratio', 'goal'], rows),
    ...costs(figures, metrics),
    ...figures.problems.map(problem => `problem: ${problem}`),
  ].join('\n')
}

function text(spread: Spread | undefined, digits: number): string {
  if (!spread) return '–'
  const [median, min, max] = [spread.median, spread.min, spread.max].map(value => value.toFixed(digits))
  return min === max ? String(median) : `${median} (${min}–${max})`
}

/** For missed goals: the parts of the work, or the files, that take most. */
function costs(figures: ListFigures, metrics: Metric[]): string[] {
  return metrics.flatMap(metric => {
    const ratio = ratioOf(figures, metric)
    if (metric.goal === undefined || ratio === undefined || ratio <= metric.goal) return []
    if (metric.name === 'bytes') {
      return [
        `${metric.label}: ${figures.files
          .slice(0, 6)
          .map(file => `${file.name} ${(file.brotli / 1024).toFixed(0)}`)
          .join(', ')}`,
      ]
    }
    const part = figures.parts[metric.name]
    if (!part) return []
    const rest = part.all - part.script - part.style - part.layout
    const said = Object.entries({
      script: part.script,
      style: part.style,
      layout: part.layout,
      'paint and the rest': rest,
    })
    return [
      `${metric.label}: CPU ${said
        .sort((a, b) => b[1] - a[1])
        .map(([name, ms]) => `${name} ${ms.toFixed(1)}`)
        .join(', ')} ms`,
    ]
  })
}
