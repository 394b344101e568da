import type { Rule } from '../facts/rule.ts'
import { fieldBounds } from './field-bounds.ts'
import { fieldCheck } from './field-check.ts'
import { fieldCircle } from './field-circle.ts'
import { fieldComputed } from './field-computed.ts'
import { fieldCounted } from './field-counted.ts'
import { fieldDictionary } from './field-dictionary.ts'
import { fieldKind } from './field-kind.ts'
import { fieldNumber } from './field-number.ts'
import { fieldValue } from './field-value.ts'
import { fieldWas } from './field-was.ts'

/** What holds of a field of an entity, wherever it is said. */
export const FIELD_RULES: readonly Rule[] = [
  fieldValue,
  fieldWas,
  fieldDictionary,
  fieldCheck,
  fieldKind,
  fieldNumber,
  fieldCounted,
  fieldComputed,
  fieldBounds,
  fieldCircle,
]
