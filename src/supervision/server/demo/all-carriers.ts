import type { TableRow } from '../../../server/db/database.ts'
import { chinaTime } from '../../../server/db/time.ts'
import type { Generating } from './ground/generating.ts'
import type { MadeClue } from './clue-input.ts'
import { otherCarriers } from './everything.ts'
import { giveLabels } from './labels.ts'
import { placesIn } from './places.ts'
import { Random } from './ground/random.ts'
import { eshopRow, websiteRow } from './records.ts'
import { shownOf, type Shown } from './register.ts'
import { SEED, type SeedInput } from './seed-input.ts'

const GENERATORS = { eshop: eshopRow, website: websiteRow }

function madeUpRecords(
  { demo, regions }: SeedInput,
  generating: Generating,
  entity: keyof typeof GENERATORS,
): TableRow[] {
  let serial = 0
  return demo.records.flatMap(line => {
    const place = placesIn(regions, line, generating.random)
    return Array.from({ length: line[entity] }, () => GENERATORS[entity](generating, place(), ++serial))
  })
}

/** Every carrier of the demonstration; entity → rows. */
export function allCarriers(input: SeedInput, g: Generating): Map<string, TableRow[]> {
  const shops = madeUpRecords(input, g, 'eshop')
  const sites = madeUpRecords(input, g, 'website')
  // a generator of its own: more shops or fewer change nothing of the others
  const others = otherCarriers(input.demo, input.regions, { ...g, random: new Random(SEED + 2) }, shops)
  return new Map([['eshop', shops], ['website', sites], ...others])
}

export const shownCarriers = (input: SeedInput, carriers: ReadonlyMap<string, readonly TableRow[]>): Shown[] =>
  shownOf(input.entities, carriers)

const EXCLUDED = '70'
const PAGE_CHANGED = 20 * 86_400_000

/** What clues say of the carriers that they stand on. */
export function tellOfClues(g: Generating, carriers: readonly Shown[], clues: readonly MadeClue[]): void {
  const byKey = new Map(carriers.map(one => [`${one.kind} ${one.key}`, one.row]))
  const open = new Set<string>()
  for (const { walk } of clues) {
    const name = `${String(walk.row['objectKind'])} ${String(walk.row['objectId'])}`
    const row = byKey.get(name)
    if (!row || walk.row['resultStatus'] === EXCLUDED) continue
    row['illegalCount'] = Number(row['illegalCount'] ?? 0) + 1
    const found = String(walk.row['foundTime'])
    if (found > String(row['updateTime']) && found > chinaTime(g.now - PAGE_CHANGED)) row['updateTime'] = found
    if (walk.row['finishState'] !== 1) open.add(name)
  }
  giveLabels(g, carriers, open)
}
