import type { FieldFacts } from '../../../core/contract/configuration.ts'
import type { FieldKind } from '../../../core/model/documents.ts'
import { cleaned } from '../../../core/model/field/clean.ts'
import { readerOf } from '../../../core/model/field/values.ts'
import { blank, plain } from '../values/text.ts'

/** Places after the point that values of a kind have; undefined: as many as are written. */
const digitsOf = (kind: FieldKind): number | undefined => (kind === 'int' ? 0 : kind === 'money' ? 2 : undefined)

/** A number as its field shows it; what is none for this kind as it was written. */
export function fixedText(value: unknown, { kind }: Pick<FieldFacts, 'kind'>): string {
  const digits = digitsOf(kind)
  const number = blank(value) || digits === undefined ? undefined : readerOf({ kind })(plain(value))
  return number === undefined ? plain(value) : Number(number).toFixed(digits)
}

/** The number that is written here; null where nothing is, and the text itself where it is none that can be stored. */
export function numberIn(text: string, field: Pick<FieldFacts, 'kind' | 'unit'>): number | string | null {
  if (cleaned(field, text) === '') return null
  return readerOf(field)(text) ?? text
}
