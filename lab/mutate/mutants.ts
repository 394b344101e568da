import { isScalar, LineCounter, parseDocument, visit, type Scalar } from 'yaml'
import type { SourceFile } from '../../src/core/index.ts'

/** One file of the configuration in which one value is another. */
export interface Mutant {
  path: string
  line: number
  /** keys to the value */
  at: string
  from: string
  to: string
  text: string
}

/** Files whose values are mutated: of customers, and what the product and the base say of themselves. */
export const isMutated = ({ path }: SourceFile): boolean =>
  (path.startsWith('customers/') || /^(?:base|schemas)\/app\.yaml$/.test(path)) && path.endsWith('.yaml')

const DAY_MS = 86_400_000
const nextDay = (day: string): string => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)

/** Another value of the same sort, so that it is what a slip of the hand would leave and no fault of the language. */
function otherThan(value: unknown): string {
  if (value === null) return 'false'
  if (typeof value === 'boolean') return String(!value)
  if (typeof value === 'number') return String(value + 1)
  const text = String(value)
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return `'${nextDay(text)}'`
  // the last digit of a code, a colour or an address
  if (/\d$/.test(text)) return JSON.stringify(text.replace(/\d$/, digit => String((Number(digit) + 1) % 10)))
  if (text.includes(',')) return JSON.stringify(text.split(',').slice(1).join(','))
  return JSON.stringify(`${text}x`)
}

type Steps = readonly unknown[]
const keysTo = (steps: Steps): string =>
  steps
    .flatMap(step =>
      typeof step === 'object' && step && 'key' in step ? [String((step as { key: unknown }).key)] : [],
    )
    .join('.')

/** The values of a file, each changed in a text of its own; a value that nothing says is one too. */
export function mutantsOf({ path, text }: SourceFile): Mutant[] {
  const lines = new LineCounter()
  const mutants: Mutant[] = []
  const add = ({ value, range }: Scalar, steps: Steps): void => {
    if (!range) return
    const [start, end] = range
    const to = otherThan(value)
    // an empty value stands right behind the colon of its key
    const gap = start === end && !/\s/.test(text[start - 1] ?? ' ') ? ' ' : ''
    mutants.push({
      path,
      line: lines.linePos(start).line,
      at: keysTo(steps),
      from: String(value),
      to,
      text: text.slice(0, start) + gap + to + text.slice(end),
    })
  }
  visit(parseDocument(text, { lineCounter: lines }), {
    Pair: (_key, pair, steps) => {
      if (isScalar(pair.value)) add(pair.value, [...steps, pair])
    },
    Scalar: (key, node, steps) => {
      if (typeof key === 'number') add(node, steps)
    },
  })
  return mutants
}
