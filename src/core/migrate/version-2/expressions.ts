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
/** Conditions and computed values: written with a mark even where they are constant. */
const ALWAYS_EXPRESSIONS = new Set(['visible', 'disabled', 'required', 'computed', 'when', 'since'])

const TEXT = /^'([^'\\]*)'$/
const NUMBER = /^-?\d{1,15}(\.\d+)?$/

/** An expression that is only a text or a number becomes this value; every other one gets its mark. */
function marked(text: string): string | number {
  if (text.startsWith('=')) return text
  const literal = TEXT.exec(text)?.[1]
  // a text that would look like an expression, or like nothing, stays one
  if (literal !== undefined && literal !== '' && !literal.startsWith('=')) return literal
  return NUMBER.test(text) ? Number(text) : `=${text}`
}

/** The value of a member that is a condition or computed. Only a field or a button may simply be disabled. */
function condition(text: string, key: string): string | boolean {
  if (key === 'disabled' && text === 'true') return true
  return text.startsWith('=') ? text : `=${text}`
}

function mark(pair: Pair | undefined, valueOf: (text: string, key: string) => unknown): void {
  if (!pair || !isScalar(pair.value) || typeof pair.value.value !== 'string' || pair.value.value === '') return
  const written = pair.value
  const value = valueOf(String(written.value).trim(), keyOf(pair))
  if (isBlock(written) && typeof value === 'string' && value.startsWith('=')) return markBlock(written)
  written.value = value
  delete written.source
  written.type = typeof value === 'string' && !value.startsWith('=') ? Scalar.QUOTE_SINGLE : Scalar.PLAIN
}

const isBlock = ({ type, value }: Scalar): boolean =>
  (type === Scalar.BLOCK_FOLDED || type === Scalar.BLOCK_LITERAL) && /^\S/.test(String(value))

/** Below `|` or `>` an expression keeps its lines: the mark stands before the first. */
function markBlock(block: Scalar): void {
  const text = String(block.value)
  const token = block.srcToken
  if (text.startsWith('=') || token?.type !== 'block-scalar') return
  block.value = block.source = `=${text}`
  block.srcToken = { ...token, source: token.source.replace(/\S/, '=$&') }
}

/** Marks what was an expression by its place, so that the value itself says it. */
export function markExpressions(document: YamlDocument, kind: DocumentKind): void {
  const root = document.contents
  const fields = fieldPlaces(kind).map((place): [string, string[]] => [place, FIELD_EXPRESSIONS])
  for (const [place, keys] of [...fields, ...(EXPRESSIONS[kind] ?? [])])
    for (const map of mapsAt(root, place))
      for (const key of keys) mark(pairOf(map, key), ALWAYS_EXPRESSIONS.has(key) ? condition : marked)
  for (const place of EXPRESSION_MAPS[kind] ?? [])
    for (const map of mapsAt(root, place)) for (const pair of map.items) mark(pair, marked)
}
