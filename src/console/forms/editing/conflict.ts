import type { Row } from '../../../core/contract/api.ts'
import type { FormField } from '../../../core/contract/configuration.ts'
import { CallError } from '../../data/http/errors.ts'
import { blank } from '../../fields/values/text.ts'

export type Choice = 'mine' | 'theirs'
export interface Difference {
  field: FormField
  mine: unknown
  theirs: unknown
  /** what is chosen unless the user says otherwise; nothing where both have changed it */
  standard: Choice | undefined
}
export interface Conflict {
  /** the record as somebody else saved it */
  current: Row
  differences: Difference[]
}

const same = (a: unknown, b: unknown): boolean => (blank(a) && blank(b)) || textOf(a) === textOf(b)
const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value ?? ''))

/** The record as it is now, when a save was refused because somebody else had saved it. */
export function currentOf(cause: unknown): Row | undefined {
  if (!(cause instanceof CallError) || cause.status !== 409) return undefined
  return (cause.data as { current?: Row } | undefined)?.current
}

/** Fields that somebody else has changed since the record was read, and that stand otherwise in the form. */
export function conflictOf(fields: FormField[], base: Row, mine: Row, current: Row): Conflict {
  const differences = fields.flatMap((field): Difference[] => {
    const { name } = field
    if (!(name in mine) || same(base[name], current[name]) || same(mine[name], current[name])) return []
    return [
      { field, mine: mine[name], theirs: current[name], standard: same(mine[name], base[name]) ? 'theirs' : undefined },
    ]
  })
  return { current, differences }
}
