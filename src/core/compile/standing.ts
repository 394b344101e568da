import type { FieldFacts, FormPage } from '../contract/configuration.ts'
import { limitFieldOf } from '../overlay/limit.ts'
import { statusOf } from '../overlay/status.ts'
import { getEntry, type Entry } from '../source/node.ts'
import { fieldsOf } from './fields.ts'
import { fieldsIn, type PageSurroundings } from './surroundings.ts'

/** A form says of the record that it changes where it stands, as its list and its page do: by state and limit. */
export function standingOf(around: PageSurroundings): Pick<FormPage, 'standing'> {
  const fields = fieldsIn(around)
  const named = [statusOf(around.entity)?.field, limitFieldOf(around.entity)].flatMap((name): [string, Entry][] => {
    const entry = name === undefined ? undefined : getEntry(fields, name)
    return name === undefined || !entry ? [] : [[name, entry]]
  })
  if (!fields || named.length === 0) return {}
  return { standing: fieldsOf<FieldFacts>({ ...fields, entries: new Map(named) }, fields) }
}
