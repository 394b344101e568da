import { isExpression } from '../model/field/written.ts'
import type { FieldDoc, FieldKind } from '../model/documents.ts'
import { NULLED_KINDS } from '../model/field/traits.ts'
import type { FieldFacts } from './page-parts.ts'
import type { FormField } from './pages.ts'

/**
 * A field's conditions, evaluated. Browser and server use the same functions, so that what a form allows is what a save
 * accepts.
 */
export interface FieldState {
  shown: boolean
  /** shown read-only */
  locked: boolean
  required: boolean
}
/** Gives undefined when the expression cannot be computed. */
export type Evaluate = (expression: string) => unknown

export type Conditions = Pick<FormField, 'visible' | 'disabled' | 'computed' | 'required'>

/** Fails closed: if an expression cannot be computed, `visible` hides the field and `disabled` locks it. */
export const isShown = ({ visible }: Conditions, evaluate: Evaluate): boolean => !visible || evaluate(visible) === true
export const isLocked = ({ disabled, computed }: Conditions, evaluate: Evaluate): boolean =>
  computed !== undefined || (Boolean(disabled) && (disabled === true || evaluate(String(disabled)) !== false))
export const isRequired = ({ required }: Conditions, evaluate: Evaluate): boolean =>
  required === true || (isExpression(required) && evaluate(required) === true)

/** What a form says over its entity: what the entity always requires, no form makes depend on a condition. */
export const requiredOver = (below: FieldDoc['required'], own: FieldDoc['required']): FieldDoc['required'] =>
  below === true && isExpression(own) ? true : own

/** What a new record's field begins with; undefined when nothing is said, or it cannot be computed. */
export const initialOf = ({ default: said }: Pick<FieldDoc, 'default'>, evaluate: Evaluate): unknown =>
  isExpression(said) ? evaluate(said) : said

export function fieldStateOf(field: Conditions, evaluate: Evaluate): FieldState {
  const [shown, locked] = [isShown(field, evaluate), isLocked(field, evaluate)]
  return { shown, locked, required: shown && !locked && isRequired(field, evaluate) }
}

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === ''

/**
 * The form's values as expressions read them. A proxy, so that only the members that an expression uses are read: a
 * reactive form then recomputes only when one of these changes. Empty texts are '' and empty numbers null, so that
 * `values.icpNo != ''` is false for a field that was never filled in.
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

/**
 * An evaluation that gives undefined where the expression reads a value that is not at hand. `make` tells of each name
 * that is read.
 */
export function atHand(isHere: (name: string) => boolean, make: (tell: (name: string) => void) => Evaluate): Evaluate {
  let isWhole = true
  const evaluate = make(name => {
    isWhole &&= isHere(name)
  })
  return expression => {
    isWhole = true
    const value = evaluate(expression)
    return isWhole ? value : undefined
  }
}

type Limits = Pick<FieldFacts, 'min' | 'max' | 'check'>

/**
 * The field with what limits it computed: expressions of dates become dates, and `check` stays only where it does not
 * hold, as `false`.
 */
export function withLimits<F extends Limits>(field: F, evaluate: Evaluate): F {
  const { min, max, check, ...rest } = field
  if (!isExpression(min) && !isExpression(max) && !check) return field
  const [least, most] = [boundOf(min, evaluate), boundOf(max, evaluate)]
  return {
    ...rest,
    ...(least === undefined ? {} : { min: least }),
    ...(most === undefined ? {} : { max: most }),
    ...(check && evaluate(check) === false ? { check: false } : {}),
  } as F
}

function boundOf(bound: number | string | undefined, evaluate: Evaluate): number | string | undefined {
  if (!isExpression(bound)) return bound
  const value = evaluate(bound)
  return typeof value === 'string' && value !== '' ? value : undefined
}

export interface ExceededBound {
  side: 'min' | 'max'
  bound: number | string
}

/** The bound that a value exceeds, if any. Moments are compared, and told, by their day. */
export function exceededBound(
  { min, max }: Pick<FieldFacts, 'min' | 'max'>,
  value: number | string,
): ExceededBound | undefined {
  if (min !== undefined && compared(value, min) < 0) return { side: 'min', bound: asLong(value, min) }
  return max !== undefined && compared(value, max) > 0 ? { side: 'max', bound: asLong(value, max) } : undefined
}

function compared(value: number | string, bound: number | string): number {
  if (typeof value === 'number' && typeof bound === 'number') return value - bound
  const [own, other] = [String(asLong(bound, value)), String(asLong(value, bound))]
  return own < other ? -1 : own > other ? 1 : 0
}

/** `text` no longer than `than`: the day of a moment beside a day. */
const asLong = (than: number | string, text: number | string): number | string =>
  typeof text === 'string' ? text.slice(0, String(than).length) : text

const BETWEEN = /[\s、,，;；]+/
/** Counts distinct items of a value: choices, rows, or comma-joined names. */
export function itemsIn(value: unknown): number {
  const all = Array.isArray(value) ? value : String(value ?? '').split(BETWEEN)
  return new Set(all.filter(item => item !== '')).size
}
