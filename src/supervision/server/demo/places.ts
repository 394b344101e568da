import type { Regions } from '../../../server/access/regions.ts'
import type { DemoDocument } from './documents.ts'
import type { Random } from './ground/random.ts'

/** A made-up record's place: its own area, and the ones above it. */
export interface DemoPlace {
  areaCode: string
  county: string
  /** name of the county, and the whole address down to the area itself */
  countyName: string
  fullName: string
  icp: string
}

const COUNTY = 3

/** Counties at or below an area; a city that has none stands for itself. */
function countiesOf(regions: Regions, code: string, file: string): string[] {
  const node = regions.node(code)
  if (!node) throw new Error(`${file} names an area that does not exist: ${code}`)
  const below = node.areaLevel >= COUNTY ? [] : regions.children(code).filter(([, , , level]) => level <= COUNTY)
  return below.length === 0 ? [code] : below.flatMap(([child]) => countiesOf(regions, child, file))
}

/** The place that an area is; a city's or province's own records stand at itself. */
export function placeAt(regions: Regions, areaCode: string, icp: string): DemoPlace {
  const county = areaCode.slice(0, 6)
  return { areaCode, county, countyName: regions.nameOf(county), fullName: regions.fullName(areaCode), icp }
}

/** Districts that areas name first are where most trade is: the first has several times as much as the last. */
const shareOf = (rank: number): number => 1 / (rank + 2) ** 0.8

/** Makes the places of one line of `records`: half of the records stand at a town, half at the county. */
export function placesIn(
  regions: Regions,
  { area, icp, file }: DemoDocument['records'][number],
  random: Random,
): () => DemoPlace {
  const counties = countiesOf(regions, area.padEnd(6, '0'), file).map(
    (county, rank) => [county, shareOf(rank)] as const,
  )
  return () => {
    const county = random.weighted(counties)
    const towns = regions.children(county)
    return placeAt(regions, towns.length > 0 && random.chance(0.5) ? random.pick(towns)[0] : county, icp)
  }
}
