import type { Row } from '../../../core/contract/api.ts'
import type { FormField } from '../../../core/contract/configuration.ts'
import { blank } from '../../fields/values/text.ts'

export type ConflictChoice = 'mine' | 'theirs'
export interface Difference {
  field: FormField
  mine: unknown
  theirs: unknown
  /** preselected choice; undefined if both users have changed the field */
  standard: ConflictChoice | undefined
}
export interface EditConflict {
  /** the record as the other user saved it */
  current: Row
  differences: Difference[]
}

const same = (a: unknown, b: unknown): boolean => (blank(a) && blank(b)) || textOf(a) === textOf(b)
const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value ?? ''))

/** Fields that the other user has changed and that differ from the form. */
export function conflictOf(fields: FormField[], base: Row, mine: Row, current: Row): EditConflict {
  const differences = fields.flatMap((field): Difference[] => {
    const { name } = field
    if (!(name in mine) || same(base[name], current[name]) || same(mine[name], current[name])) return []
    return [
      { field, mine: mine[name], theirs: current[name], standard: same(mine[name], base[name]) ? 'theirs' : undefined },
    ]
  })
  return { current, differences }
}
