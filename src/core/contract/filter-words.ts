import type { FieldKind } from '../model/field/fields.ts'
import { FIELD_TRAITS, RANGE_KINDS, TEXT_KINDS } from '../model/field/traits.ts'
import { areaPrefix } from '../model/scope.ts'

/**
 * Words within a filter's value. They stand among its keys, so that addresses, saved views, exports, selections and
 * links carry them like any other value:
 *
 * - `$empty`: nothing stands in the field;
 * - `$not`: what stands behind it is left out, everything else remains, rows without a value too;
 * - `$only`: the areas behind it are meant alone, without those below them.
 *
 * `['340400', '$not', '340402', '$only', '340400']` is the city without one of its counties and without its own rows.
 */
export const EMPTY = '$empty'
export const NOT = '$not'
export const ONLY = '$only'
/** Between the values of a list that travels as one text; typed texts have no such sign. */
export const SEPARATOR = '\n'
export const WORDS: ReadonlySet<string> = new Set([EMPTY, NOT, ONLY])

/** What is chosen of a field: rows with one of the keys, of exactly these areas, or without a value. */
export interface Chosen {
  keys: string[]
  only: string[]
  empty: boolean
}
/** Without `among`, all rows that `except` leaves. */
export interface FilterWords {
  among?: Chosen
  except?: Chosen
}

interface Filtered {
  kind: FieldKind
  multiple?: boolean | undefined
}

const isBlank = (part: Chosen): boolean => !part.empty && part.keys.length + part.only.length === 0
const isWord = (item: string): boolean => WORDS.has(item)

/** The parts of a filter's value. A text is one part: it may hold commas. */
export function partsOf({ kind }: Filtered, value: unknown): string[] {
  const isOne = TEXT_KINDS.has(kind) || RANGE_KINDS.has(kind)
  const items = Array.isArray(value) ? value : isOne ? [value] : String(value ?? '').split(',')
  return items.map(item => String(item ?? '').trim()).filter(item => item !== '')
}

/** Whether a value says more than its keys do. */
export const hasWords = (field: Filtered, value: unknown): boolean => partsOf(field, value).some(isWord)

function chosen(items: readonly string[]): Chosen {
  const said = items.filter(item => item !== EMPTY)
  const at = said.indexOf(ONLY)
  return {
    keys: (at < 0 ? said : said.slice(0, at)).filter(item => !isWord(item)),
    only: at < 0 ? [] : said.slice(at).filter(item => !isWord(item)),
    empty: items.includes(EMPTY),
  }
}

/** What a filter's value chooses; plain keys are chosen as well. */
export function readWords(field: Filtered, value: unknown): FilterWords {
  const items = partsOf(field, value)
  const at = items.indexOf(NOT)
  const among = chosen(at < 0 ? items : items.slice(0, at))
  const except = chosen(at < 0 ? [] : items.slice(at + 1))
  return { ...(isBlank(among) ? {} : { among }), ...(isBlank(except) ? {} : { except }) }
}

const written = ({ keys, only, empty }: Chosen): string[] => [
  ...new Set(keys),
  ...(empty ? [EMPTY] : []),
  ...(only.length > 0 ? [ONLY, ...new Set(only)] : []),
]

/** Whether a filter's value chooses rows with this one key; '' is that of rows without a value. */
export function chooses(field: Filtered, value: unknown, key: string): boolean {
  const { among, except } = readWords(field, value)
  const covers = coversOf(field)
  const holds = ({ keys, only, empty }: Chosen): boolean =>
    key === '' ? empty : keys.some(one => covers(key, one)) || only.includes(key)
  return (!among || holds(among)) && !(except && holds(except))
}

/** The value that chooses this; `[]`, no filter, where that is everything. */
export const writeWords = ({ among, except }: FilterWords): string[] => [
  ...(among ? written(among) : []),
  ...(except && !isBlank(except) ? [NOT, ...written(except)] : []),
]

/** Rows of this group alone: a key, or '' for those without a value. Of an area with all below it. */
export const oneOfThese = (...keys: string[]): string[] =>
  writeWords({ among: { keys: keys.filter(key => key !== ''), only: [], empty: keys.includes('') } })

/** What remains beside these groups (其他); '' among them leaves out rows without a value. */
export const noneOfThese = (...keys: string[]): string[] =>
  writeWords({ except: { keys: keys.filter(key => key !== ''), only: [], empty: keys.includes('') } })

/** Rows of an area itself, without those of the areas below it (本级). */
export const exactly = (areaCode: string): string[] => [ONLY, areaCode]

/** `unknown`: no such word; `kind`: a field of this kind cannot be asked so; `nothing`: what it is about is missing. */
export interface WordProblem {
  word: string
  why: 'unknown' | 'kind' | 'nothing'
}

/**
 * What is wrong with the words of a value. `strict`: also where a text may begin with the mark of the words without
 * being one.
 */
export function wordProblem(field: Filtered, value: unknown, strict = false): WordProblem | undefined {
  const items = partsOf(field, value)
  const unknown = items.find(item => item.startsWith('$') && !isWord(item))
  if (unknown !== undefined && (strict || !TEXT_KINDS.has(field.kind))) return { word: unknown, why: 'unknown' }
  const { filter } = FIELD_TRAITS[field.kind]
  if (items.includes(ONLY) && filter !== 'area') return { word: ONLY, why: 'kind' }
  if (filter === 'none' && items.some(isWord)) return { word: items.find(isWord) ?? '', why: 'kind' }
  const { except } = readWords(field, items)
  if (filter === 'range' && except && except.keys.length > 0) return { word: NOT, why: 'kind' }
  const alone = items.find((item, i) => (item === NOT || item === ONLY) && isLast(items[i + 1]))
  return alone === undefined ? undefined : { word: alone, why: 'nothing' }
}
const isLast = (next: string | undefined): boolean => next === undefined || next === NOT

/**
 * The value whose rows both values have. False: no row can have both. Undefined: no value says it, as of a field with
 * several values, or of a part of a text.
 */
export function bothOf(field: Filtered, a: unknown, b: unknown): string[] | false | undefined {
  const [one, other] = [readWords(field, a), readWords(field, b)]
  if (field.multiple && one.among && other.among) return sameChoice(one, other) ? writeWords(one) : undefined
  if ([a, b].some(value => isPart(field, value))) return undefined
  const except = united(one.except, other.except)
  const rest = except ? { except } : {}
  const covers = coversOf(field)
  const among = one.among && other.among ? common(one.among, other.among, covers) : (one.among ?? other.among)
  if (!among) return writeWords(rest)
  return field.multiple || !except ? saidOf({ among, ...rest }) : saidOf(lessened(among, except, covers))
}

const saidOf = (words: FilterWords): string[] | false =>
  words.among && isBlank(words.among) ? false : writeWords(words)

type Covers = (key: string, of: string) => boolean
const isWithinArea: Covers = (code, of) => code.startsWith(areaPrefix(of))
const coversOf = ({ kind }: Filtered): Covers =>
  FIELD_TRAITS[kind].filter === 'area' ? isWithinArea : (key, of) => key === of
const isPart = ({ kind }: Filtered, value: unknown): boolean =>
  TEXT_KINDS.has(kind) && !Array.isArray(value) && value !== EMPTY && String(value ?? '') !== ''
const sameChoice = (a: FilterWords, b: FilterWords): boolean =>
  JSON.stringify(writeWords(a)) === JSON.stringify(writeWords(b))

const united = (a: Chosen | undefined, b: Chosen | undefined): Chosen | undefined =>
  a && b
    ? {
        keys: [...new Set([...a.keys, ...b.keys])],
        only: [...new Set([...a.only, ...b.only])],
        empty: a.empty || b.empty,
      }
    : (a ?? b)

/** Of two areas the one within the other; areas that are meant alone stay alone. */
function common(a: Chosen, b: Chosen, covers: Covers): Chosen {
  const under = (keys: readonly string[], of: readonly string[]): string[] =>
    keys.filter(key => of.some(one => covers(key, one)))
  const only = [...under(a.only, b.keys), ...under(b.only, a.keys), ...a.only.filter(code => b.only.includes(code))]
  return {
    keys: [...new Set([...under(a.keys, b.keys), ...under(b.keys, a.keys)])],
    only: [...new Set(only)],
    empty: a.empty && b.empty,
  }
}

/** What remains of the choice, and what is left out within the areas that are chosen. */
function lessened({ keys, only, empty }: Chosen, except: Chosen, covers: Covers): FilterWords {
  const isOut = (key: string): boolean => except.keys.some(one => covers(key, one))
  const among = {
    keys: keys.filter(key => !isOut(key)),
    only: only.filter(code => !isOut(code) && !except.only.includes(code)),
    empty: empty && !except.empty,
  }
  const isWithin = (code: string): boolean => among.keys.some(key => covers(code, key))
  const within = { keys: except.keys.filter(isWithin), only: except.only.filter(isWithin), empty: false }
  return { among, ...(isBlank(within) ? {} : { except: within }) }
}
