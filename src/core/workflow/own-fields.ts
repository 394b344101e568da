import type { Machine } from './machine.ts'

/** Fields that the workflow writes: a plain save may not change them. */
export interface OwnFields {
  /** at any time */
  always: ReadonlySet<string>
  /** unit and person that a record is assigned to: set when the record is created, afterwards only by transitions */
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
    Object.entries({ ...one.set, ...one.limits }).flatMap(([field, value]) => (value === false ? [] : [field])),
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
