import type { Machine } from './machine.ts'

/** What a workflow writes of its records: no plain save does. */
export interface OwnFields {
  /** at any time */
  always: ReadonlySet<string>
  /** whose turn it is: said when a record begins, and assigned on by transitions from there */
  assigned: ReadonlySet<string>
}

export function ownFields({ doc, status, states, transitions }: Machine): OwnFields {
  const { org, user, sender, due, stateDue, entered, overdue, closed } = doc.record ?? {}
  const taken = [...transitions.values()].filter(({ via }) => via === undefined)
  const hands = taken.flatMap(({ assign }) => (assign ? [assign] : []))
  const handsUnit = hands.some(hand => hand.org !== undefined)
  const isDue =
    taken.some(one => one.due !== undefined && one.due.limit !== 'stateDue')
    || [...states.values()].some(state => state.pauses === true)
  const set = taken.flatMap(one =>
    Object.entries(one.set ?? {}).flatMap(([field, value]) => (value === false ? [] : [field])),
  )
  return {
    always: named(
      status,
      stateDue,
      entered,
      overdue,
      closed,
      ...set,
      handsUnit ? sender : undefined,
      isDue ? due : undefined,
    ),
    assigned: named(
      handsUnit ? org : undefined,
      handsUnit || hands.some(hand => hand.user !== undefined) ? user : undefined,
    ),
  }
}

const named = (...fields: (string | undefined)[]): ReadonlySet<string> => new Set(fields.flatMap(field => field ?? []))
