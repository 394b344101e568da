import { isExpression } from '../expression/written.ts'
import type { FieldDoc, FieldKind } from '../model/documents.ts'
import { NULLED_KINDS } from '../model/field/traits.ts'
import type { FieldFacts } from './page-parts.ts'
import type { FormField } from './pages.ts'

/** What the conditions of a form come to: the same for whoever draws it and whoever judges what it sent. */
export interface Standing {
  shown: boolean
  /** shown to be read, not to be filled in */
  locked: boolean
  required: boolean
}
/** Nothing, where it cannot be computed. */
export type Evaluate = (expression: string) => unknown

export type Conditions = Pick<FormField, 'visible' | 'disabled' | 'computed' | 'required'>

/** An expression that fails hides its field and locks nothing open. */
export const isShown = ({ visible }: Conditions, evaluate: Evaluate): boolean => !visible || evaluate(visible) === true
export const isLocked = ({ disabled, computed }: Conditions, evaluate: Evaluate): boolean =>
  computed !== undefined || (Boolean(disabled) && (disabled === true || evaluate(String(disabled)) !== false))
export const isRequired = ({ required }: Conditions, evaluate: Evaluate): boolean =>
  required === true || (isExpression(required) && evaluate(required) === true)

/** What a form says over its entity: what the entity always requires, no form makes depend on a condition. */
export const requiredOver = (below: FieldDoc['required'], own: FieldDoc['required']): FieldDoc['required'] =>
  below === true && isExpression(own) ? true : own

export function standingOf(field: Conditions, evaluate: Evaluate): Standing {
  const [shown, locked] = [isShown(field, evaluate), isLocked(field, evaluate)]
  return { shown, locked, required: shown && !locked && isRequired(field, evaluate) }
}

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === ''

/**
 * What is filled in as expressions read it. They ask for the members that they need and no others, by plain access, so
 * that whoever draws a form can tell when to compute again. An empty text is '' and an empty number null:
 * `values.icpNo != ''` then says what it seems to say.
 */
export function valuesOf(
  read: (name: string) => unknown,
  kinds: ReadonlyMap<string, { kind: FieldKind }>,
): Record<string, unknown> {
  return new Proxy(
    {},
    {
      get: (_, name) => {
        if (typeof name !== 'string') return undefined
        const value = read(name)
        if (!isBlank(value)) return value
        const kind = kinds.get(name)?.kind
        return kind && NULLED_KINDS.has(kind) ? null : ''
      },
      has: () => true,
      ownKeys: () => [...kinds.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    },
  )
}

/** A field with its bounds worked out: numbers as they are, of dates what their expressions come to. */
export function withBounds<F extends Pick<FieldFacts, 'min' | 'max'>>(field: F, evaluate: Evaluate): F {
  if (!isExpression(field.min) && !isExpression(field.max)) return field
  const { min, max, ...rest } = field
  const [least, most] = [boundOf(min, evaluate), boundOf(max, evaluate)]
  return { ...rest, ...(least === undefined ? {} : { min: least }), ...(most === undefined ? {} : { max: most }) } as F
}

function boundOf(bound: number | string | undefined, evaluate: Evaluate): number | string | undefined {
  if (!isExpression(bound)) return bound
  const value = evaluate(bound)
  return typeof value === 'string' && value !== '' ? value : undefined
}

export interface Beyond {
  side: 'min' | 'max'
  bound: number | string
}

/** Which bound a value is beyond. A day and a moment are compared as days. */
export function beyond({ min, max }: Pick<FieldFacts, 'min' | 'max'>, value: number | string): Beyond | undefined {
  if (min !== undefined && compared(value, min) < 0) return { side: 'min', bound: min }
  return max !== undefined && compared(value, max) > 0 ? { side: 'max', bound: max } : undefined
}

function compared(value: number | string, bound: number | string): number {
  if (typeof value === 'number' && typeof bound === 'number') return value - bound
  const length = Math.min(String(value).length, String(bound).length)
  const [own, other] = [String(value).slice(0, length), String(bound).slice(0, length)]
  return own < other ? -1 : own > other ? 1 : 0
}

const BETWEEN = /[\s、,，;；]+/
/** How many different ones a value names: choices, rows, or names that stand one after the other. */
export function itemsIn(value: unknown): number {
  const all = Array.isArray(value) ? value : String(value ?? '').split(BETWEEN)
  return new Set(all.filter(item => item !== '')).size
}
