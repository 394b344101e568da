import type { Form } from '@formily/core'
import type { Row } from '../../../core/contract/api.ts'
import { blank } from '../../fields/values/text.ts'

/** Tracks whether the form differs from what is saved. Typing something and undoing it is no change. */
export interface FormChanges {
  is(): boolean
  touch(): void
  /** the current values become the saved ones */
  settle(): void
  values(): Row
  /** whether these values equal the saved ones */
  same(values: Row): boolean
}

export function createChanges(form: () => Form): FormChanges {
  let touched = false
  let baseline = ''
  const values = (): Row => JSON.parse(JSON.stringify(form().values)) as Row
  return {
    is: () => touched && textOf(values()) !== baseline,
    touch: () => {
      touched = true
    },
    settle: () => {
      touched = false
      baseline = textOf(values())
    },
    values,
    same: some => textOf({ ...values(), ...some }) === baseline,
  }
}

/** Text for comparing values: all kinds of empty values are equal, and the order of keys does not matter. */
function textOf(values: Row): string {
  const filled = Object.entries(values).filter(
    ([, value]) => !blank(value) && !(Array.isArray(value) && value.length === 0),
  )
  return JSON.stringify(
    filled
      .map(([name, value]) => [name, typeof value === 'object' ? value : String(value)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}
