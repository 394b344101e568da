import type { Cpu } from './browser.ts'
import { measure, type FileSize, type Round, type Step } from './measure.ts'
import type { Servers } from './servers.ts'
import { targets, type Target } from './targets.ts'

export interface Spread { median: number; min: number; max: number }
export interface ListFigures {
  rounds: number
  antd: Record<string, Spread>
  ours: Record<string, Spread>
  /** median CPU parts of ours, by metric */
  parts: Record<string, Cpu>
  /** files of ours up to the first list */
  files: FileSize[]
  problems: string[]
}
export interface ListOptions { rounds: number; leakRounds: number; steps?: Step[] }

const STEPS: Step[] = ['coldLoad', 'dailyUse', 'thousandRows']

/** Interleaved rounds (A B A B …), so that whatever else the machine does meets both. */
export async function measureList(servers: Servers, options: ListOptions, say: (line: string) => void): Promise<ListFigures> {
  const pair = targets(servers)
  const rounds: Record<Target['name'], Round[]> = { antd: [], ours: [] }
  const problems: string[] = []
  for (let i = 0; i < options.rounds; i++) {
    const steps: Step[] = [...(options.steps ?? STEPS), ...(i < options.leakRounds ? ['leak' as const] : [])]
    for (const target of pair) {
      rounds[target.name].push(await measure(target, steps, (problem) => {
        problems.push(problem)
        say(problem)
      }))
      say(`round ${i + 1} of ${options.rounds}: ${target.name}`)
    }
  }
  return {
    rounds: options.rounds,
    antd: spreads(rounds.antd),
    ours: spreads(rounds.ours),
    parts: middleParts(rounds.ours),
    files: rounds.ours.find((round) => round.files)?.files ?? [],
    problems,
  }
}

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

function spreads(rounds: Round[]): Record<string, Spread> {
  const names = new Set(rounds.flatMap((round) => Object.keys(round.values)))
  return Object.fromEntries([...names].map((name) => {
    const values = rounds.flatMap((round) => round.values[name] ?? [])
    return [name, { median: median(values), min: Math.min(...values), max: Math.max(...values) }]
  }))
}

function middleParts(rounds: Round[]): Record<string, Cpu> {
  const names = new Set(rounds.flatMap((round) => Object.keys(round.parts)))
  return Object.fromEntries([...names].map((name) => {
    const of = (part: keyof Cpu): number => median(rounds.flatMap((round) => round.parts[name]?.[part] ?? []))
    return [name, { all: of('all'), script: of('script'), style: of('style'), layout: of('layout') }]
  }))
}
