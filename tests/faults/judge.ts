import type { Diagnostic, SourceFile } from '../../src/core/index.ts'
import type { Edit, Fault } from './fault.ts'
import { check, type Tree } from './tree.ts'

/** What was said of a fault. */
export interface Verdict {
  fault: Fault
  said: readonly Diagnostic[]
  /** anything was said at all */
  isTold: boolean
  /** at a right line of the right file */
  isExact: boolean
  /** what validate threw */
  crash?: string
}

export function withEdits(files: readonly SourceFile[], edits: readonly Edit[]): SourceFile[] {
  const changes = new Map(edits.flatMap(edit => [...edit.files]))
  const kept = files.flatMap(file => {
    const text = changes.get(file.path)
    if (text === null) return []
    return [text === undefined ? file : { ...file, text }]
  })
  const known = new Set(files.map(({ path }) => path))
  const more = [...changes].flatMap(([path, text]) => (known.has(path) || text === null ? [] : [{ path, text }]))
  return [...kept, ...more]
}

/** What validate says of the tree with some edits; nothing is wrong with the tree itself. */
export const saidOf = ({ files, checked }: Tree, edits: readonly Edit[]): Diagnostic[] =>
  check(withEdits(files, edits), checked).diagnostics

const isAt = (fault: Fault, { origin }: Diagnostic): boolean =>
  fault.at.some(([file, line]) => origin.file === file && origin.line === line)

function alone(tree: Tree, fault: Fault): Verdict {
  try {
    const said = saidOf(tree, [fault])
    return { fault, said, isTold: said.length > 0, isExact: said.some(one => isAt(fault, one)) }
  } catch (cause) {
    return { fault, said: [], isTold: false, isExact: false, crash: String(cause) }
  }
}

const TOGETHER = 48

/** Faults of different files, told apart by their places; what keeps a file from being read hides all else. */
function batches(faults: readonly Fault[]): Fault[][] {
  const found: { faults: Fault[]; files: Set<string>; isBreaking: boolean }[] = []
  for (const fault of faults) {
    const isBreaking = /^(?:syntax|file)/.test(fault.sort)
    const names = [...fault.files.keys()]
    const place = found.find(
      one => one.isBreaking === isBreaking && one.faults.length < TOGETHER && !names.some(name => one.files.has(name)),
    )
    if (place) {
      place.faults.push(fault)
      for (const name of names) place.files.add(name)
    } else found.push({ faults: [fault], files: new Set(names), isBreaking })
  }
  return found.map(one => one.faults)
}

/**
 * Each fault's verdict. Several are checked in one run, each in files of its own: one that is told at its own line is
 * judged, the others are checked again without those, and then by halves. What is told of a fault elsewhere than at its
 * line is read where it stood alone, so that none is helped or hidden by another.
 */
export const judge = (tree: Tree, faults: readonly Fault[]): Verdict[] =>
  batches(faults).flatMap(batch => judgeTogether(tree, batch))

function judgeTogether(tree: Tree, batch: readonly Fault[]): Verdict[] {
  if (batch.length <= 1) return batch.map(fault => alone(tree, fault))
  const said = attempt(tree, batch)
  if (said?.length === 0) return batch.map(fault => ({ fault, said: [], isTold: false, isExact: false }))
  const told = (fault: Fault): Diagnostic[] => said?.filter(one => isAt(fault, one)) ?? []
  const exact = batch.filter(fault => told(fault).length > 0)
  const rest = batch.filter(fault => !exact.includes(fault))
  const half = exact.length > 0 ? rest.length : Math.ceil(rest.length / 2)
  return [
    ...exact.map(fault => ({ fault, said: told(fault), isTold: true, isExact: true })),
    ...judgeTogether(tree, rest.slice(0, half)),
    ...judgeTogether(tree, rest.slice(half)),
  ]
}

/** What is told of edits that are right: many in one run, and by halves where anything is said. */
export function falseAlarms(tree: Tree, edits: readonly Edit[]): string[] {
  const groups: Edit[][] = []
  for (const edit of edits) {
    const free = (group: readonly Edit[]): boolean =>
      group.every(one => ![...one.files.keys()].some(path => edit.files.has(path)))
    const group = groups.find(free)
    if (group) group.push(edit)
    else groups.push([edit])
  }
  return groups.flatMap(group => alarmsOf(tree, group))
}

function alarmsOf(tree: Tree, edits: readonly Edit[]): string[] {
  const said = saidOf(tree, edits)
  const [first, ...others] = edits
  if (said.length === 0 || !first) return []
  if (others.length === 0) return said.map(({ code, message }) => `${first.sort} ${first.what}: ${code} ${message}`)
  const half = Math.ceil(edits.length / 2)
  return [...alarmsOf(tree, edits.slice(0, half)), ...alarmsOf(tree, edits.slice(half))]
}

function attempt(tree: Tree, batch: readonly Fault[]): Diagnostic[] | undefined {
  try {
    return saidOf(tree, batch)
  } catch {
    // each alone says which one it was
    return undefined
  }
}

export interface Rates {
  sort: string
  cases: number
  told: number
  exact: number
  crashes: number
}

export function ratesOf(sort: string, verdicts: readonly Verdict[]): Rates {
  const count = (is: (one: Verdict) => boolean): number => verdicts.filter(is).length
  return {
    sort,
    cases: verdicts.length,
    told: count(one => one.isTold),
    exact: count(one => one.isExact),
    crashes: count(one => one.crash !== undefined),
  }
}

export function bySort(verdicts: readonly Verdict[]): Rates[] {
  const sorts = [...new Set(verdicts.map(({ fault }) => fault.sort))].sort()
  return sorts.map(sort =>
    ratesOf(
      sort,
      verdicts.filter(({ fault }) => fault.sort === sort),
    ),
  )
}
