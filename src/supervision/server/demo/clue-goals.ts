/** Where made-up clues stand, in the codes of the workflow: the way that they have come, and since when. */
export interface Goal {
  /** states that it has gone through, the last of them is its own; none: it has just been found */
  through: readonly string[]
  /** hours of work since it came into its state: at least and at most */
  since: readonly [number, number]
}
const SENT = ['10', '20']
const WORKED = [...SENT, '30', '50']
const goal = (through: readonly string[], from: number, to: number): Goal => ({ through, since: [from, to] })

const HIT = goal([], 1, 40)
const CONFIRMED = goal(['10'], 1, 20)
const MOVED = goal(['10', '15'], 2, 24)
const DISPATCHED = goal(SENT, 1, 22)
const LATE = goal(SENT, 30, 60)
const ACCEPTED = goal([...SENT, '30'], 2, 90)
const DELAYED = goal([...SENT, '30', '35'], 1, 12)
const RETURNED = goal([...SENT, '40'], 1, 24)
const REPORTED = goal(WORKED, 1, 20)
const CLOSED = goal([...WORKED, '60'], 2, 140)
// a case waits for its leader, or for him who checks why there is none
const WAITING = goal([...SENT, '30', '55'], 2, 24)
const NOT_FILED = goal([...SENT, '30', '55', 'caseNotFiled:50'], 1, 20)
const FILED = goal([...SENT, '30', '55', 'caseFiled:65'], 2, 140)
const EXCLUDED = goal(['70'], 2, 900)
const ARCHIVED = goal([...WORKED, '60', '80'], 6, 1400)
const FILED_LONG_AGO = goal([...SENT, '30', '55', 'caseFiled:65', '80'], 6, 1200)

/** What comes often stands often, and most is done; an area that has few clues has some of everything. */
export const GOALS: readonly Goal[] = [
  ARCHIVED,
  ACCEPTED,
  DISPATCHED,
  CLOSED,
  HIT,
  EXCLUDED,
  REPORTED,
  CONFIRMED,
  ARCHIVED,
  FILED,
  RETURNED,
  MOVED,
  DELAYED,
  ACCEPTED,
  ARCHIVED,
  CLOSED,
  LATE,
  EXCLUDED,
  FILED_LONG_AGO,
  HIT,
  ARCHIVED,
  DISPATCHED,
  CLOSED,
  ACCEPTED,
  ARCHIVED,
  EXCLUDED,
  CONFIRMED,
  NOT_FILED,
  FILED,
  WAITING,
]
/** Where one stands that can go no other way. */
export const FALLBACKS: readonly Goal[] = [ACCEPTED, DISPATCHED, CONFIRMED, HIT, EXCLUDED]

/** What has become of what was found long ago: most was worked on and is filed away. */
export const PAST_WAYS: readonly (readonly [through: readonly string[], weight: number])[] = [
  [ARCHIVED.through, 72],
  [EXCLUDED.through, 17],
  [FILED_LONG_AGO.through, 11],
]
