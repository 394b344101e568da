import { runInNewContext } from 'node:vm'
import { linearPattern } from '../../../core/model/field/linear-pattern.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { ticks } from '../../../server/time/ticks.ts'

/** Where a feature stands in a text: offsets of UTF-16 units. */
export interface Place {
  from: number
  to: number
  word: string
}

/** dictionaries/featureKind of features that a text alone decides: words, words together, a pattern, speech as text. */
const [ANY_WORD, ALL_WORDS, PATTERN, SPEECH] = ['1', '2', '3', '8']
/** dictionaries/modelLogic */
const [ANY, ALL] = ['1', '2']
const MOST_PLACES = 200
/** Milliseconds that a pattern may take, and all of them on one text: some of them take for ever on some texts. */
const PATTERN_MS = 200
const TEXT_MS = 2000

/** What is left of the time that the patterns have on one text. */
export interface Budget {
  ms: number
}
export const budget = (): Budget => ({ ms: TEXT_MS })

const wordsIn = (value: unknown): string[] =>
  String(value ?? '')
    .split(/[,，、;；]/)
    .map(word => word.trim())
    .filter(Boolean)

function placesOf(text: string, word: string): Place[] {
  const places: Place[] = []
  for (let from = text.indexOf(word); from >= 0 && places.length < MOST_PLACES; from = text.indexOf(word, from + 1))
    places.push({ from, to: from + word.length, word })
  return places
}

/** Places that hold at least one sign. */
const placed = (text: string, found: readonly { from: number; to: number }[]): Place[] =>
  found.map(({ from, to }) => ({ from, to, word: text.slice(from, to) })).filter(({ word }) => word !== '')

/** None where the pattern is none, takes too long on this text, or those before it have used up the time. */
function placesOfPattern(text: string, pattern: string, left: Budget): Place[] {
  const linear = pattern === '' ? undefined : linearPattern(pattern)
  return linear ? placed(text, linear.placesIn(text, MOST_PLACES)) : placesInTime(text, pattern, left)
}

/** Of a pattern that looks ahead or back, which no engine does in linear time. */
function placesInTime(text: string, pattern: string, left: Budget): Place[] {
  const timeout = Math.min(PATTERN_MS, Math.ceil(left.ms))
  if (pattern === '' || timeout <= 0) return []
  const began = ticks()
  const code = 'Array.from(text.matchAll(new RegExp(pattern, "gu")), found => [found.index, found[0]]).slice(0, most)'
  try {
    const found = runInNewContext(code, { text, pattern, most: MOST_PLACES }, { timeout }) as [number, string][]
    return Array.from(found, ([from, word]) => ({ from, to: from + word.length, word })).filter(one => one.word !== '')
  } catch {
    return []
  } finally {
    left.ms -= ticks() - began
  }
}

/** Whether a text is enough to tell if a feature is there: pictures, prices and permits need more. */
export const isTold = ({ featureKind }: TableRow): boolean =>
  [ANY_WORD, ALL_WORDS, PATTERN, SPEECH].includes(String(featureKind))

/** Where a feature hits a text, in the text's order; nowhere if a word stands in it that excludes it. */
export function placesOfFeature(feature: TableRow, text: string, left = budget()): Place[] {
  if (!isTold(feature) || wordsIn(feature['excludeWords']).some(word => text.includes(word))) return []
  const words = wordsIn(feature['words'])
  if (feature['featureKind'] === ALL_WORDS && !words.every(word => text.includes(word))) return []
  const places =
    feature['featureKind'] === PATTERN
      ? placesOfPattern(text, String(feature['regex'] ?? ''), left)
      : words.flatMap(word => placesOf(text, word))
  return places.sort((a, b) => a.from - b.from || b.to - a.to)
}

/** A feature that hits, with all its places. */
export interface FeatureHit {
  feature: TableRow
  places: Place[]
}

/** Features that hit a text, the weightiest first. */
export const hitsIn = (features: readonly TableRow[], text: string, left = budget()): FeatureHit[] =>
  features
    .map(feature => ({ feature, places: placesOfFeature(feature, text, left) }))
    .filter(({ places }) => places.length > 0)
    .sort((a, b) => Number(b.feature['weight'] ?? 0) - Number(a.feature['weight'] ?? 0))

/** Sum of the weights of what hits. */
export const scoreOf = (hits: readonly FeatureHit[]): number =>
  hits.reduce((sum, { feature }) => sum + Number(feature['weight'] ?? 0), 0)

/** Whether a model finds a text suspect: any feature, all of them, or enough weight. */
export function isSuspect(model: TableRow, features: readonly TableRow[], hits: readonly FeatureHit[]): boolean {
  if (model['logic'] === ANY) return hits.length > 0
  if (model['logic'] === ALL) return features.length > 0 && hits.length === features.length
  return hits.length > 0 && scoreOf(hits) >= Number(model['threshold'] ?? 0)
}
