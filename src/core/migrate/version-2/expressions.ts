import { isScalar, Scalar, type Document as YamlDocument, type Pair } from 'yaml'
import type { DocumentKind } from '../../source/document.ts'
import { keyOf, mapsAt, pairOf } from '../step/places.ts'
import { fieldPlaces } from './words.ts'

/** Keys whose value is a condition or computed: always an expression before, one with a mark now. */
const EXPRESSIONS: Partial<Record<DocumentKind, [place: string, keys: string[]][]>> = {
  page: [
    ['actions.*', ['visible', 'disabled']],
    ['sections.*.fields.*.links.*', ['visible']],
    ['facts.*.links.*', ['visible']],
    ['tables.*', ['visible']],
    ['refresh', ['when']],
  ],
  workflow: [
    ['', ['when']],
    ['transitions.*', ['when']],
    ['transitions.*.branches.[]', ['when']],
    ['transitions.*.creates.*', ['when']],
    ['transitions.*.assign', ['org', 'user']],
    ['transitions.*.due', ['days', 'since']],
  ],
}
const FIELD_EXPRESSIONS = ['visible', 'disabled', 'required', 'computed', 'min', 'max']
/** Maps whose every value was an expression. */
const EXPRESSION_MAPS: Partial<Record<DocumentKind, string[]>> = {
  page: [
    'actions.*.args',
    'sections.*.fields.*.lookup.args',
    'sections.*.fields.*.links.*.args',
    'facts.*.links.*.args',
    'tabs.*.filters',
    'tables.*.args',
    'timeline.args',
  ],
  workflow: ['transitions.*.set', 'transitions.*.creates.*.set'],
}
/** Of these `false` takes a member away, so that a computed false keeps its mark. */
const isConstant = (key: string): boolean => key === 'disabled'

const TEXT = /^'([^'\\]*)'$/
const NUMBER = /^-?\d{1,15}(\.\d+)?$/

/** An expression that is only a text or a number becomes this value; every other one gets its mark. */
function marked(text: string, key: string): unknown {
  if (text.startsWith('=')) return text
  const literal = TEXT.exec(text)?.[1]
  // a text that would look like an expression, or like nothing, stays one
  if (literal !== undefined && literal !== '' && !literal.startsWith('=')) return literal
  if (NUMBER.test(text)) return Number(text)
  if (isConstant(key) && text === 'true') return true
  return `=${text}`
}

function mark(pair: Pair | undefined): void {
  if (!pair || !isScalar(pair.value) || typeof pair.value.value !== 'string' || pair.value.value === '') return
  const written = pair.value
  const value = marked(String(written.value).trim(), keyOf(pair))
  written.value = value
  delete written.source
  if (typeof value === 'string' && !value.startsWith('=')) written.type = Scalar.QUOTE_SINGLE
  else if (written.type !== Scalar.BLOCK_FOLDED && written.type !== Scalar.BLOCK_LITERAL) written.type = Scalar.PLAIN
}

/** Marks what was an expression by its place, so that the value itself says it. */
export function markExpressions(document: YamlDocument, kind: DocumentKind): void {
  const root = document.contents
  const fields = fieldPlaces(kind).map((place): [string, string[]] => [place, FIELD_EXPRESSIONS])
  for (const [place, keys] of [...fields, ...(EXPRESSIONS[kind] ?? [])])
    for (const map of mapsAt(root, place)) for (const key of keys) mark(pairOf(map, key))
  for (const place of EXPRESSION_MAPS[kind] ?? []) for (const map of mapsAt(root, place)) map.items.forEach(mark)
}
