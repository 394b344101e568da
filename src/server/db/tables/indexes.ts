import { createHash } from 'node:crypto'
import type { Entity } from './models.ts'
import { isSharded, PROVINCE } from './province.ts'

/**
 * What searching within a text needs. Trigrams know nothing of two characters, which is what staff type, so a text is
 * indexed by all its single characters and all its pairs: plain SQL, the same on both databases and without extensions.
 * The functions stay as they are: an index holds what they answered.
 */
export const SEARCH_FUNCTIONS = [
  `create or replace function bigrams(content text) returns text[]
     language sql immutable strict parallel safe cost 1000 as
     'select c || array(select a || b from unnest(c, c[2:]) as pair(a, b) where b is not null)
        from string_to_array(lower(content), null) as c'`,
  `create or replace function bigrams_of(term text) returns text[] language sql immutable strict parallel safe as
     'select case when cardinality(c) < 2 then c
        else array(select a || b from unnest(c, c[2:]) as pair(a, b) where b is not null) end
        from string_to_array(lower(term), null) as c'`,
]

interface Part {
  name: string
  word: string
}
const partsOf = (parts: readonly string[]): Part[] =>
  parts.map(part => {
    const [name = '', word = 'asc'] = part.trim().split(/\s+/)
    return { name, word: word.toLowerCase() }
  })

/** Of an area's code the first two digits, which have a column of their own. */
const isProvince = ({ word }: Pick<Part, 'word'>): boolean => word === 'province'

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

interface Searched {
  whole: ReadonlySet<string>
  within: ReadonlySet<string>
  provinces: ReadonlySet<string>
}
const known = new WeakMap<Entity, Searched>()

function searched(entity: Entity): Searched {
  const found = known.get(entity)
  if (found) return found
  const indexes = entity.indexes.map(partsOf)
  const namesOf = (parts: Part[]): Set<string> => new Set(parts.map(({ name }) => name))
  const made = {
    whole: namesOf(indexes.flat().filter(({ word }) => word === 'text')),
    within: namesOf(indexes.filter(([first]) => first && first.name === entity.areaField && !isProvince(first)).flat()),
    provinces: new Set(
      isSharded(entity)
        ? indexes.flatMap(([first, next]) => (first && next && isProvince(first) ? [`${next.name} ${next.word}`] : []))
        : [],
    ),
  }
  known.set(entity, made)
  return made
}

/** Fields that an index serves however few characters are searched for. */
export const textIndexed = (entity: Entity): ReadonlySet<string> => searched(entity).whole
/** Fields that an index holds beside the area: of an area each value is compared there, without a look at its row. */
export const heldByArea = (entity: Entity): ReadonlySet<string> => searched(entity).within
/** Whether an index holds the rows of each province in this order. */
export function isOrderOfProvinces(entity: Entity, orderBy: unknown): boolean {
  const [first] = partsOf(String(orderBy ?? '').split(','))
  return first !== undefined && searched(entity).provinces.has(`${first.name} ${first.word}`)
}

/**
 * Rows of a page are found by these alone, without a look at the rows themselves, and equal ones keep their order.
 * Lists leave out rows by what `unlisted` says of their fields, so each index holds these fields.
 */
function tail(entity: Entity, named: readonly Part[]): { keys: string[]; include: string } {
  const missing = (name: string): boolean => !named.some(part => part.name === name && !isProvince(part))
  if (!isSharded(entity)) return { keys: [], include: '' }
  const marks = entity.fields
    .filter(field => field.unlisted !== undefined && missing(field.name))
    .map(({ name }) => name)
  const beside = [...(named.some(isProvince) ? [] : [PROVINCE]), ...marks]
  return {
    keys: missing(entity.key) ? [quote(entity.key)] : [],
    include: beside.length > 0 ? ` include (${beside.map(quote).join(', ')})` : '',
  }
}

/** Areas and what is searched by its beginning need an order by bytes, which a language's own order is not. */
export const isPrefixed = (entity: Entity, name: string): boolean => {
  const field = entity.byName.get(name)
  return field?.kind === 'area' || (field?.search === 'prefix' && !field.multiple)
}

/**
 * Of these the database puts several together, as it does with no two that leave the same rows out: so they hold all
 * rows.
 */
const isCombined = (parts: readonly Part[]): boolean => parts.some(({ word }) => word === 'text' || word === 'set')

function definition(entity: Entity, parts: readonly Part[]): string {
  const texts = parts.filter(({ word }) => word === 'text')
  if (texts.length > 0) return `using gin (${texts.map(({ name }) => `bigrams(${quote(name)})`).join(', ')})`
  if (isCombined(parts)) return `(${parts.map(({ name }) => quote(name)).join(', ')})`
  const columns = parts.map(({ name, word }) =>
    isProvince({ word })
      ? quote(PROVINCE)
      : `${quote(name)}${isPrefixed(entity, name) ? ' text_pattern_ops' : ''}${word === 'desc' ? ' desc' : ''}`,
  )
  const { keys, include } = tail(entity, parts)
  return `(${[...columns, ...keys].join(', ')})${include}`
}

/** The name says what the index is: another definition is another index. */
export const indexName = (entity: Entity, said: string): string =>
  `${entity.name}_${createHash('sha256').update(said).digest('hex').slice(0, 12)}`

/** What stands behind `on` of each index, as its name is made of it. */
function saidOf(entity: Entity): string[] {
  const live = entity.byName.get('delFlag')?.kind === 'flag' ? ' where "delFlag" = 0' : ''
  return entity.indexes.map(written => {
    const parts = partsOf(written)
    return definition(entity, parts) + (isCombined(parts) ? '' : live)
  })
}

export const indexNames = (entity: Entity): string[] => saidOf(entity).map(said => indexName(entity, said))

export const indexesFor = (entity: Entity): string[] =>
  saidOf(entity).map(
    said => `create index if not exists ${quote(indexName(entity, said))} on ${quote(entity.name)} ${said}`,
  )
