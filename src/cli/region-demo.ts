import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import regions from '../../data-regions/regions.json' with { type: 'json' }
import type { DemoDoc } from '../core/model/documents.ts'

type Region = [code: string, name: string, parent: string, level: number]
const REGIONS = regions as Region[]

/** So many of each kind fill the first pages of a list; so many stand at the place of each account below. */
const [SPREAD, OWN] = [60, 10]

const codeOf = (prefix: string): string => prefix.padEnd(6, '0')

/** Towns and streets lie in a file for each city. */
function townsOf(county: string): Region[] {
  const file = new URL(`../../data-regions/streets/${codeOf(county.slice(0, 4))}.json`, import.meta.url)
  const towns = existsSync(fileURLToPath(file)) ? (JSON.parse(readFileSync(file, 'utf8')) as Region[]) : []
  return towns.filter(([, , parent]) => parent === county)
}

/** The area, and the first one of each level below it. */
function downFrom(area: Region | undefined): Region[] {
  if (!area) return []
  const [code] = area
  return [area, ...downFrom(REGIONS.find(([, , parent]) => parent === code) ?? townsOf(code)[0])]
}

interface Account {
  area: string
  name: string
  role: string
}

/** One at each level of the areas that the shared demonstration has a role for. */
function accountsOf(areas: readonly string[], shared: DemoDoc | undefined): Account[] {
  const roles = Object.entries(shared?.roles ?? {})
  const known = areas.map(
    prefix => REGIONS.find(([code]) => code === codeOf(prefix)) ?? townsOf(prefix.slice(0, 6)).find(isNamed(prefix)),
  )
  return known.flatMap(downFrom).flatMap(([area, name, , level]) => {
    const role = roles.find(([, one]) => one.level === String(level))?.[0]
    return role === undefined ? [] : [{ area, name, role }]
  })
}

const isNamed =
  (prefix: string) =>
  ([code]: Region): boolean =>
    code === prefix

interface Covered {
  customer: string
  /** prefixes of area codes */
  areas: readonly string[]
}

/**
 * The text of a customer's `demo.yaml`: an account at each level that the `shared` demonstration has a role for, and
 * records of the entities that the product makes up. Undefined where nobody could sign in.
 */
export function regionDemo(
  { customer, areas }: Covered,
  shared: DemoDoc | undefined,
  made: readonly string[],
): string | undefined {
  const accounts = accountsOf(areas, shared)
  if (accounts.length === 0) return undefined
  const lines = accounts.map(({ area, name, role }, i) => {
    const account = `c${customer}_${i === 0 ? 'admin' : area}`
    return `  ${account}: {area: '${area}', name: ${name}演示, roles: [${role}]}`
  })
  const record = (area: string, count: number): string =>
    `  - {area: '${area}', counts: {${made.map(entity => `${entity}: ${count}`).join(', ')}}}`
  const below = accounts.map(({ area }) => area).filter(area => !areas.some(prefix => codeOf(prefix) === area))
  const records = [...areas.map(area => record(area, SPREAD)), ...below.map(area => record(area, OWN))]
  return ['accounts:', ...lines, ...(made.length > 0 ? ['records:', ...records] : []), ''].join('\n')
}
