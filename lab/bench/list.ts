import type { Cpu } from './browser.ts'
import { LIST_STEPS, measure, type FileSize, type Round, type Work } from './measure.ts'
import type { Servers } from './servers.ts'
import { targets, type Target } from './targets.ts'

export interface Spread {
  median: number
  min: number
  max: number
}
export interface ListFigures {
  rounds: number
  antd: Record<string, Spread>
  ours: Record<string, Spread>
  /** median CPU parts of our page, by metric */
  parts: Record<string, Cpu>
  /** files loaded by our page up to the first list */
  files: FileSize[]
  problems: string[]
}
export interface ListOptions {
  rounds: number
  leakRounds: number
}
/** The steps of a target in each round. */
export type Plan = (round: number, target: Target) => Work[]

const { coldLoad, dailyUse, thousandRows, leak } = LIST_STEPS
export const measureList = (
  servers: Servers,
  { rounds, leakRounds }: ListOptions,
  say: (line: string) => void,
): Promise<ListFigures> =>
  measureRounds(
    servers,
    rounds,
    round => [coldLoad, dailyUse, thousandRows, ...(round < leakRounds ? [leak] : [])],
    say,
  )

/** Alternates between targets (A B A B …), so that other load on the machine affects both. */
export async function measureRounds(
  servers: Servers,
  count: number,
  plan: Plan,
  say: (line: string) => void,
): Promise<ListFigures> {
  const pair = targets(servers)
  const rounds: Record<Target['name'], Round[]> = { antd: [], ours: [] }
  const problems: string[] = []
  for (let i = 0; i < count; i++) {
    for (const target of pair) {
      rounds[target.name].push(
        await measure(target, plan(i, target), problem => {
          problems.push(problem)
          say(problem)
        }),
      )
      say(`round ${i + 1} of ${count}: ${target.name}`)
    }
  }
  return {
    rounds: count,
    antd: spreads(rounds.antd),
    ours: spreads(rounds.ours),
    parts: middleParts(rounds.ours),
    files: rounds.ours.find(round => round.files)?.files ?? [],
    problems,
  }
}

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

function spreads(rounds: Round[]): Record<string, Spread> {
  const names = new Set(rounds.flatMap(round => Object.keys(round.values)))
  return Object.fromEntries(
    [...names].map(name => {
      const values = rounds.flatMap(round => round.values[name] ?? [])
      return [name, { median: median(values), min: Math.min(...values), max: Math.max(...values) }]
    }),
  )
}

function middleParts(rounds: Round[]): Record<string, Cpu> {
  const names = new Set(rounds.flatMap(round => Object.keys(round.parts)))
  return Object.fromEntries(
    [...names].map(name => {
      const of = (part: keyof Cpu): number => median(rounds.flatMap(round => round.parts[name]?.[part] ?? []))
      return [name, { all: of('all'), script: of('script'), style: of('style'), layout: of('layout') }]
    }),
  )
}
