import type { Form } from '@formily/core'
import type { Row } from '../../../core/contract/api.ts'
import { blank } from '../../fields/values/text.ts'

/** Whether something was typed that is not saved. What was typed and taken back again is no change. */
export interface Changes {
  is(): boolean
  touch(): void
  /** what stands there now is what is saved */
  settle(): void
  values(): Row
  /** whether these values would change nothing */
  same(values: Row): boolean
}

export function createChanges(form: () => Form): Changes {
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

/** Nothing is nothing, however it is written; the order of fields says nothing. */
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
