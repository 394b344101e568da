import { valuesOf } from '../../../core/contract/form-rules.ts'
import { compileExpression } from '../../../core/expression/index.ts'
import { ExpressionError } from '../../../core/expression/error.ts'
import { NUMBER_KINDS } from '../../../core/model/field/traits.ts'
import { rounded } from '../../../core/model/field/rounded.ts'
import { readerOf } from '../../../core/model/field/values.ts'
import type { TableRow } from '../../db/database.ts'
import type { Entity, FieldModel } from '../../db/tables/models.ts'
import { chinaTime } from '../../db/time.ts'

/** Digits behind the point that a number is rounded to. */
const DIGITS: Readonly<Record<string, number>> = { int: 0, money: 2, percent: 2 }
const MOST_DIGITS = 6

/** What has been worked out, as its field holds it; what is none of its kind is nothing. */
export function fitted(field: FieldModel, value: unknown): string | number | null {
  if (value === undefined || value === null || value === '') return null
  if (NUMBER_KINDS.has(field.kind)) {
    const number = Number(value)
    return Number.isFinite(number) ? rounded(number, DIGITS[field.kind] ?? MOST_DIGITS) : null
  }
  if (typeof value === 'boolean') return value ? 1 : 0
  return readerOf(field)(String(value)) ?? null
}

const known = new WeakMap<Entity, readonly FieldModel[]>()

/** Fields that are worked out at every write. */
export function computedFields(entity: Entity): readonly FieldModel[] {
  const found = known.get(entity) ?? entity.fields.filter(({ computed }) => computed !== undefined)
  known.set(entity, found)
  return found
}

/**
 * What follows from a row, each field after those that it is made of. `isPart`: of the row not all has been read, and
 * what is made of the rest stays as it is.
 */
export function computedOf(entity: Entity, row: TableRow, isPart = false): TableRow {
  const fields = computedFields(entity)
  if (fields.length === 0) return {}
  const computed = new Map(fields.map(field => [field.name, field]))
  const done: TableRow = {}
  const today = chinaTime().slice(0, 10)
  let isUnread = false
  const read = (name: string): unknown => {
    const field = computed.get(name)
    isUnread ||= isPart && !field && !(name in row)
    if (!field) return row[name]
    // a circle, which validate refuses, ends with nothing
    if (!(name in done)) {
      done[name] = null
      done[name] = fitted(field, evaluated(field.computed ?? ''))
    }
    return done[name]
  }
  const values = valuesOf(read, entity.byName)
  const evaluated = (expression: string): unknown => {
    try {
      return compileExpression(expression)({ values, today })
    } catch (error) {
      // what cannot be worked out of this row is nothing, as in the form
      if (error instanceof ExpressionError) return undefined
      throw error
    }
  }
  for (const { name } of fields) read(name)
  return isUnread ? {} : done
}
