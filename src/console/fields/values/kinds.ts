import { NUMBER_KINDS } from '../../../core/model/field/traits.ts'
import type { FieldKind } from '../../../core/model/documents.ts'

export const isNumber = (kind: FieldKind): boolean => NUMBER_KINDS.has(kind)
export const alignOf = (kind: FieldKind): 'right' | undefined => (isNumber(kind) ? 'right' : undefined)
