import type { Configuration } from '../../src/core/index.ts'
import { rangeKeys } from '../../src/core/contract/api.ts'
import type { ListPage } from '../../src/core/contract/configuration.ts'
import { FIELD_TRAITS } from '../../src/core/model/field/traits.ts'
import type { Regions } from '../../src/server/access/regions.ts'
import { seeded } from '../../tests/chance.ts'

export type FilterSet = Record<string, string>

/** Rows whose values texts, codes and units are taken from: what is looked for is there. */
export type Sample = Record<string, unknown>

interface Drawing {
  dictionary(name: string): readonly string[]
  random(): number
  pick<T>(values: readonly T[]): T | undefined
  regions: Pick<Regions, 'children'>
  samples: readonly Sample[]
}

const MOST_FILTERS = 5
const DAY = 864e5
const day = (ago: number): string => new Date(Date.now() - ago * DAY).toISOString().slice(0, 10)

function choices({ random, pick }: Drawing, options: readonly string[], multiple: boolean): string {
  const count = multiple ? 1 + Math.floor(random() * 3) : 1
  return [...new Set(Array.from({ length: count }, () => pick(options) ?? ''))].join(',')
}

/** Two to four characters somewhere in a text, or the beginning of a code. */
function part({ random, pick, samples }: Drawing, name: string, isPrefix: boolean): string {
  const text = String(pick(samples)?.[name] ?? '')
  const length = (isPrefix ? 4 : 2) + Math.floor(random() * (isPrefix ? 5 : 3))
  return text.slice(isPrefix ? 0 : Math.floor(random() * Math.max(1, text.length - length))).slice(0, length)
}

function area({ random, pick, regions }: Drawing): string {
  const province = pick(regions.children(''))?.[0] ?? ''
  return random() < 0.5 ? province : (pick(regions.children(province))?.[0] ?? province)
}

function valueOf(drawing: Drawing, { name, kind, search, dict, multiple }: ListPage['filters'][number]): FilterSet {
  switch (FIELD_TRAITS[kind].filter) {
    case 'choice': {
      const keys = kind === 'flag' ? ['0', '1'] : drawing.dictionary(dict ?? '')
      const unit = String(drawing.pick(drawing.samples)?.[name] ?? '')
      return { [name]: keys.length > 0 ? choices(drawing, keys, multiple === true) : unit }
    }
    case 'area':
      return { [name]: area(drawing) }
    case 'range': {
      const [start, end] = rangeKeys(name)
      const until = Math.floor(drawing.random() * 150)
      return { [start]: day(until + 1 + Math.floor(drawing.random() * 60)), [end]: day(until) }
    }
    case 'text':
      return { [name]: part(drawing, name, search === 'prefix') }
    case 'none':
      return {}
  }
}

/** `count` sets of one to five of a page's own filters, with values that the rows or their dictionaries have. */
export function randomSets(
  configuration: Configuration,
  route: string,
  regions: Drawing['regions'],
  samples: readonly Sample[],
  { count, seed }: { count: number; seed: number },
): FilterSet[] {
  const base = configuration.scope({})
  const page = base.page(route) as ListPage | undefined
  const random = seeded(seed)
  const pick = <T>(values: readonly T[]): T | undefined => values[Math.floor(random() * values.length)]
  const dictionary = (name: string): string[] => (base.dictionary(name) ?? []).map(([key]) => key)
  const drawing = { dictionary, random, pick, regions, samples }
  return Array.from({ length: count }, () => {
    const filters = [...(page?.filters ?? [])]
    const chosen = Array.from({ length: 1 + Math.floor(random() * MOST_FILTERS) }, () =>
      filters.splice(Math.floor(random() * filters.length), 1),
    ).flat()
    return Object.assign({}, ...chosen.map(filter => valueOf(drawing, filter))) as FilterSet
  })
}
