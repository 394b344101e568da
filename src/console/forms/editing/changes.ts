import type { Form } from '@formily/core'
import type { Row } from '../../../core/contract/api.ts'
import { blank } from '../../fields/values/text.ts'

/** Tracks whether the form differs from what is saved. Typing something and undoing it is no change. */
export interface FormChanges {
  is(): boolean
  /** somebody has changed the fields of these names */
  touch(...names: string[]): void
  /** the current values become the saved ones */
  settle(): void
  /** likewise, but what somebody has typed meanwhile is still compared with what was there before */
  settleRest(): void
  values(): Row
  /** whether these values equal the saved ones */
  same(values: Row): boolean
}

export function createChanges(form: () => Form): FormChanges {
  const touched = new Set<string>()
  let saved: Row = {}
  const values = (): Row => plain(form().values as Row)
  return {
    is: () => touched.size > 0 && textOf(values()) !== textOf(saved),
    touch: (...names) => {
      for (const name of names) touched.add(name)
    },
    settle: () => {
      touched.clear()
      saved = values()
    },
    settleRest: () => {
      const before = { ...plain(form().initialValues as Row), ...saved }
      saved = { ...values(), ...Object.fromEntries([...touched].map(name => [name, before[name]])) }
    },
    values,
    same: some => textOf({ ...values(), ...some }) === textOf(saved),
  }
}

const plain = (values: Row): Row => JSON.parse(JSON.stringify(values)) as Row

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
