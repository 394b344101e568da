import type { FieldKind } from '../../../core/model/documents.ts'

const NUMBERS = new Set<FieldKind>(['int', 'decimal', 'money', 'percent'])
export const isNumber = (kind: FieldKind): boolean => NUMBERS.has(kind)
export const alignOf = (kind: FieldKind): 'right' | undefined => (isNumber(kind) ? 'right' : undefined)
