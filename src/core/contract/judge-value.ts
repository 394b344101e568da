import { cleaned, type Written } from '../model/field/clean.ts'
import type { FieldDoc } from '../model/field/fields.ts'
import { isUscc } from '../model/field/uscc.ts'
import { readerOf } from '../model/field/values.ts'
import { exceededBound, itemsIn } from './form-rules.ts'

/** What limits a value. Expressions must have been computed before (`withLimits`). */
export type Judgeable = Written
  & Pick<FieldDoc, 'minLength' | 'maxLength' | 'minItems' | 'min' | 'max' | 'pattern' | 'check'>

/** Why a value cannot be stored; each side says it in its own words. */
export type Fault =
  /** it is no value of this kind: no number, no day, too many digits */
  | { code: 'unread' }
  | { code: 'short' | 'long' | 'few'; n: number }
  | { code: 'address' | 'creditCode' | 'phone' | 'pattern' | 'check' }
  | { code: 'below' | 'above'; bound: number | string }

/** Whether a text matches a pattern, in JavaScript's words. */
export type Matches = (pattern: string, text: string) => boolean

const PHONE = /^\+?[\d-]{5,20}$/
const ADDRESS = /^https?:\/\/[^\s/]\S*$/

function ofKind({ kind }: Judgeable, text: string): Fault | undefined {
  if (kind === 'url' && !ADDRESS.test(text)) return { code: 'address' }
  if (kind === 'uscc' && !isUscc(text)) return { code: 'creditCode' }
  return kind === 'phone' && !PHONE.test(text) ? { code: 'phone' } : undefined
}

/** Signs are counted as people do: one that takes two places in the memory is one. */
function ofLength({ minLength, maxLength }: Judgeable, text: string): Fault | undefined {
  const { length } = [...text]
  if (minLength !== undefined && length < minLength) return { code: 'short', n: minLength }
  return maxLength !== undefined && length > maxLength ? { code: 'long', n: maxLength } : undefined
}

function ofBounds(field: Judgeable, value: string | number): Fault | undefined {
  const { side, bound = 0 } = exceededBound(field, value) ?? {}
  return side && { code: side === 'min' ? 'below' : 'above', bound }
}

/** What is stored of a value that travels as text, or why it cannot be; not for empty values, tables and structures. */
export function judgedValue(
  field: Judgeable,
  given: string,
  matches: Matches,
): { value: string | number } | { fault: Fault } {
  const value = readerOf(field)(given)
  if (value === undefined) return { fault: { code: 'unread' } }
  const text = cleaned(field, given)
  const fault =
    ofLength(field, text)
    ?? ofKind(field, text)
    ?? (field.pattern !== undefined && !matches(field.pattern, text) ? { code: 'pattern' as const } : undefined)
    ?? (field.minItems !== undefined && itemsIn(text) < field.minItems
      ? { code: 'few' as const, n: field.minItems }
      : undefined)
    ?? ofBounds(field, value)
    ?? (field.check === false ? { code: 'check' as const } : undefined)
  return fault ? { fault } : { value }
}
