import { fork } from 'node:child_process'
import { resolve } from 'node:path'
import { percentiles, post, type Person } from '../ask.ts'
import { seeded } from '../../../tests/chance.ts'
import { table } from '../table.ts'
import { levelsOf } from '../levels.ts'
import { drawnPeriod } from '../../../tests/server/statistics/periods.ts'

/** What the child tells when it is ready. */
interface Ready {
  url: string
  people: Person[]
  page: string
  /** `rolledUp`: of a statistic with a roll-up */
  widgets: { name: string; rolledUp: boolean }[]
  modes: string[]
}
type Figures = number[]

export interface WidgetFigures {
  name: string
  rolledUp: boolean
  /** of the first question of each level after the start, and of all the others */
  cold: Figures
  warm: Figures
  /** the same by level: nation, province, city, county */
  levels: Figures[]
}
export interface QuestionFigures {
  kind: string
  shops: number
  clues: number
  seed: number
  widgets: WidgetFigures[]
  /** all widgets of the page: one request, and one for each widget, at most six at once as a browser sends them */
  together: Figures
  apart: Figures
  /** of those the first answer */
  first: Figures
}
export interface QuestionOptions {
  shops: number
  clues: number
  /** questions of each widget for each level */
  times: number
  seed: number
}

const PATH = '/prod-api/api-console/figures'
const SOCKETS = 6
/** digits of a county's code */
const COUNTY = 6

/** Asks the questions of the home page's widgets one after another, each of a period that is drawn at random. */
export async function measureQuestions(kind: string, options: QuestionOptions): Promise<QuestionFigures> {
  const { shops, clues, times, seed } = options
  const child = fork(resolve('lab/load/dashboards.ts'), [kind, String(shops), String(clues)], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  try {
    const ready = await new Promise<Ready>((done, fail) => {
      child.once('message', done as (message: unknown) => void)
      child.once('exit', code => fail(new Error(`the server ended with ${code} before it answered`)))
    })
    const asking = new Asking(ready, seed)
    const cold = await asking.round(1)
    const warm = await asking.round(times)
    const widgets = ready.widgets.map(({ name, rolledUp }, i): WidgetFigures => {
      const said = warm[i] ?? []
      return {
        name,
        rolledUp,
        cold: percentiles(cold[i]?.flat() ?? []),
        warm: percentiles(said.flat()),
        levels: said.map(percentiles),
      }
    })
    return { kind, shops, clues, seed, widgets, ...(await asking.pages(times)) }
  } finally {
    if (child.connected) child.send('end')
  }
}

class Asking {
  readonly #ready: Ready
  readonly #levels: Person[][]
  readonly #random: () => number

  constructor(ready: Ready, seed: number) {
    this.#ready = ready
    // stations of towns have a page of their own
    this.#levels = levelsOf(ready.people.filter(({ area }) => area.length === COUNTY))
    this.#random = seeded(seed)
  }

  /** Milliseconds by widget and level. */
  async round(times: number): Promise<number[][][]> {
    const took = this.#ready.widgets.map(() => this.#levels.map((): number[] => []))
    for (let i = 0; i < times; i++)
      for (const [l, level] of this.#levels.entries())
        for (const [w, { name }] of this.#ready.widgets.entries())
          took[w]?.[l]?.push(await this.#ask(this.#person(level), this.#period(), [name]))
    return took
  }

  /** The whole page in both ways, in turn. */
  async pages(times: number): Promise<Pick<QuestionFigures, 'together' | 'apart' | 'first'>> {
    const [together, apart, first]: [number[], number[], number[]] = [[], [], []]
    for (let i = 0; i < times; i++)
      for (const level of this.#levels) {
        const person = this.#person(level)
        together.push(await this.#ask(person, this.#period(), []))
        const answers = await this.#apart(person, this.#period())
        apart.push(Math.max(...answers))
        first.push(Math.min(...answers))
      }
    return { together: percentiles(together), apart: percentiles(apart), first: percentiles(first) }
  }

  #person(level: readonly Person[]): Person {
    const person = level[Math.floor(this.#random() * level.length)]
    if (!person) throw new Error('a level has nobody')
    return person
  }
  #period(): string {
    return drawnPeriod(this.#ready.modes, this.#random)
  }

  async #apart(person: Person, period: string): Promise<number[]> {
    const began = performance.now()
    const left = this.#ready.widgets.map(({ name }) => name)
    const ended: number[] = []
    await Promise.all(
      Array.from({ length: SOCKETS }, async () => {
        for (let name = left.shift(); name !== undefined; name = left.shift()) {
          await this.#ask(person, period, [name])
          ended.push(performance.now() - began)
        }
      }),
    )
    return ended
  }

  async #ask(person: Person, period: string, widgets: string[]): Promise<number> {
    const { url, page } = this.#ready
    const { ms, status, body } = await post(url + PATH, person, {
      page,
      period,
      ...(widgets.length > 0 ? { widgets } : {}),
    })
    if (status !== 200 || body.includes('"state":"failed"'))
      throw new Error(`${person.area} ${period} ${widgets.join()}: ${status} ${body.slice(0, 300)}`)
    return ms
  }
}

const [GOAL, GOAL_ROLLED_UP] = [60, 10]
const ms = (value: number | undefined): string => (value ?? 0).toFixed(1)
const LEVELS = ['nation', 'province', 'city', 'county']

export function questionReport({ kind, shops, clues, seed, widgets, together, apart, first }: QuestionFigures): string {
  const lines = widgets.map(({ name, rolledUp, cold, warm, levels }) => {
    const goal = rolledUp ? GOAL_ROLLED_UP : GOAL
    const [p50, p95 = 0, p99] = warm
    const verdict = p95 <= goal ? 'reached' : 'MISSED'
    return [name, ms(cold[1]), ms(p50), ms(p95), ms(p99), ...levels.map(level => ms(level[1])), `≤ ${goal} ${verdict}`]
  })
  const page = ([p50, p95]: Figures): string => `${ms(p50)}, ${ms(p95)}`
  return [
    `Each widget's question of the home page on ${kind}: ${shops.toLocaleString('en')} shops, ${clues.toLocaleString('en')} clues; periods drawn with seed ${seed}; ms of the whole call`,
    table(['', 'cold p95', 'p50', 'p95', 'p99', ...LEVELS.map(name => `${name} p95`), 'goal of p95'], lines),
    `The whole page in one request: p50, p95 ${page(together)} ms; a request for each widget, ${SOCKETS} at once: ${page(apart)} ms, the first of them after ${page(first)} ms`,
  ].join('\n')
}
