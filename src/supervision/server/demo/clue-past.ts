import type { TableRow } from '../../../server/db/database.ts'
import { chinaTime, momentOf } from '../../../server/db/time.ts'
import { Finder } from './clue-carriers.ts'
import { PAST_WAYS, type Goal } from './clue-goals.ts'
import type { ClueInput, MadeClue } from './clue-input.ts'
import { here, isSectioned, walkOf } from './clues.ts'
import type { Shown } from './register.ts'
import { HOUR_OF_WORK } from './walk/working-time.ts'

const DAY_MS = 86_400_000
/** How many there are for each that stands in the lists of work. */
const MANY = 3
/** Days of a span in which those that stand in the lists of work are counted. */
const SPAN = 30
/** Old clues are about a third of those who have been known since the beginning: some do it again and again. */
const SINCE = 735
const REPEATS = 3
/** What was found before stands in the lists of work, too. */
const LATELY = 34
/** Hours of work from finding something to its archive, 30 days after it was closed, and to its exclusion. */
const TO_ARCHIVE = 235
const TO_EXCLUSION = 11

/** Says for a day in the past, by a draw, whether one more was found then. */
type Room = (daysAgo: number) => boolean

/**
 * Those that stand in the lists of work are of the last weeks and months: the past has the others, so that both
 * together are about as many as each season has, and years can be compared.
 */
function roomBeside({ g }: ClueInput, present: readonly MadeClue[]): Room {
  const total = present.length * (1 + MANY)
  const counts = new Map<number, number>()
  for (const { walk } of present) {
    const ago = Math.floor((g.now - momentOf(String(walk.row['foundTime']))) / DAY_MS / SPAN)
    counts.set(ago, (counts.get(ago) ?? 0) + 1)
  }
  return daysAgo => {
    const span = Math.floor(daysAgo / SPAN)
    const wanted = total * g.seasons.share(span * SPAN, (span + 1) * SPAN)
    return daysAgo >= LATELY && g.random.chance(Math.max(0, 1 - (counts.get(span) ?? 0) / wanted))
  }
}

/** On which way it went, so that it was found about on a day that the season has chosen. */
function goalOf({ g, work }: ClueInput, hasRoom: Room): Goal {
  let days = g.seasons.ago(g.random.next())
  while (!hasRoom(days)) days = g.seasons.ago(g.random.next())
  const through = g.random.weighted(PAST_WAYS)
  const worked = work.since(g.now - days * DAY_MS) / HOUR_OF_WORK
  const since = Math.max(6, Math.round(worked) - (through.length > 1 ? TO_ARCHIVE : TO_EXCLUSION))
  return { through, since: [since, since + 3] }
}

/** Clues of the last two years, all done with, about those who have long been known. */
export function pastClues(input: ClueInput, carriers: readonly Shown[], present: readonly MadeClue[]): MadeClue[] {
  const made: MadeClue[] = []
  const known = chinaTime(input.g.now - SINCE * DAY_MS)
  // so many files as there are show what the last weeks found
  const asked: ClueInput = { ...input, picture: () => undefined }
  const hasRoom = roomBeside(input, present)
  let rooms = 0
  for (const { area } of input.records) {
    const isHere = ({ walk: { row } }: MadeClue): boolean => String(row['areaCode']).startsWith(area)
    const all = here(input, carriers, area)
    const old = all.filter(({ row }: { row: TableRow }) => String(row['createTime']) < known)
    const often = old.filter((_, i) => i % REPEATS === 0)
    const finder = new Finder(input.g, often, isSectioned(input, all), rooms)
    const count = Math.round(present.filter(isHere).length * MANY)
    for (let n = 0; n < count; n++) {
      const found = finder.next()
      const walk = found && walkOf(asked, found, present.length + made.length + 1, [goalOf(asked, hasRoom)])
      if (found && walk) made.push({ walk, found })
    }
    rooms = finder.rooms
  }
  return made
}
