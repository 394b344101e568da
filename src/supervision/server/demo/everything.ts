import type { Regions } from '../../../server/access/regions.ts'
import type { TableRow } from '../../../server/db/database.ts'
import type { Generating } from './ground/generating.ts'
import { subjectAt } from './subjects.ts'
import type { DemoDocument } from './documents.ts'
import { OTHER_CARRIERS, otherCarrier, type OtherCarrier } from './other-carriers.ts'
import { placeAt, placesIn, type DemoPlace } from './places.ts'
import { CATERING, HOSTING, KITCHENS, TRADES, type Subject, type Trade } from './trades.ts'
import { BRANDS, MARK } from './words.ts'

const SUBJECT = [
  'subjectName',
  'uscc_dim',
  'subjectType',
  'legalPerson',
  'regAddress',
  'regOrg',
  'companyStatus',
  'contactPhone',
  'jurisdictionOrg',
]
/** Serial numbers of subjects, beginning after those of shops and sites. */
const SUBJECTS_FROM = 2_000_000
const OWN = 2
/** which of them is a dead link */
const DEAD = 1

/** The subject that a shop belongs to, so that it may have a mini program too. */
function subjectOf(shop: TableRow): Subject | undefined {
  const full = String(shop['subjectName'])
  const trade = TRADES.find(one => full.includes(`${one.trade}${MARK}`))
  const brand = trade && BRANDS.find(one => full.includes(`${one}${trade.trade}`))
  if (!trade || brand === undefined) return undefined
  return {
    row: Object.fromEntries(SUBJECT.map(name => [name, shop[name]])),
    name: `${brand}${trade.trade}`,
    trade,
    brand,
  }
}

/** Trades that only one kind of carrier has. */
function ownTrade(g: Generating, entity: OtherCarrier): { trade: Trade; kind: string } | undefined {
  if (entity === 'cater') return { trade: CATERING, kind: g.random.pick(KITCHENS) }
  return entity === 'platform' ? { trade: HOSTING, kind: HOSTING.trade } : undefined
}

class Subjects {
  readonly #byCounty = new Map<string, Subject[]>()
  readonly #own = new Map<string, Subject>()
  readonly #g: Generating
  #serial = SUBJECTS_FROM
  constructor(g: Generating, shops: readonly TableRow[]) {
    this.#g = g
    for (const shop of shops) {
      const subject = subjectOf(shop)
      const county = String(shop['areaCode']).slice(0, 6)
      if (subject) this.#byCounty.set(county, [...(this.#byCounty.get(county) ?? []), subject])
    }
  }

  /** The subject number `at` of a place. It is the same for all kinds, so that one subject has several carriers. */
  own(place: DemoPlace, at: number): Subject {
    const name = `${place.areaCode} ${at}`
    const subject = this.#own.get(name) ?? subjectAt(this.#g, place, ++this.#serial)
    this.#own.set(name, subject)
    return subject
  }

  /** Mostly one that has a shop in the same county; who cooks or hosts does nothing else. */
  at(place: DemoPlace, entity: OtherCarrier): Subject {
    const own = ownTrade(this.#g, entity)
    if (own) return subjectAt(this.#g, place, ++this.#serial, own)
    const known = this.#byCounty.get(place.county) ?? []
    if (known.length > 0 && this.#g.random.chance(0.7)) return this.#g.random.pick(known)
    return subjectAt(this.#g, place, ++this.#serial)
  }
}

interface Wanted {
  place: DemoPlace
  own?: number
}

/** Two at the own area of every account, one of them dead, and an area's share spread below it. */
function wantedPlaces(demo: DemoDocument, regions: Regions, g: Generating, entity: OtherCarrier): Wanted[] {
  const icpOf = (area: string): string => demo.records.find(line => area.startsWith(line.area))?.icp ?? '京'
  const areas = [...new Set(Object.values(demo.accounts).map(account => account.area))].filter(
    area => area !== '000000',
  )
  const own = areas.flatMap(area =>
    Array.from({ length: OWN }, (_, i) => ({ place: placeAt(regions, area, icpOf(area)), own: i })),
  )
  const spread = demo.records.flatMap(line => {
    const place = placesIn(regions, line, g.random)
    return Array.from({ length: Math.ceil(line.eshop * (demo.shares[entity] ?? 0)) }, () => ({ place: place() }))
  })
  return [...own, ...spread]
}

/** Platforms, takeout shops, accounts, apps and mini programs; platforms first, because operators stand on them. */
export function otherCarriers(
  demo: DemoDocument,
  regions: Regions,
  g: Generating,
  shops: readonly TableRow[],
): Map<OtherCarrier, TableRow[]> {
  const subjects = new Subjects(g, shops)
  const made = new Map<OtherCarrier, TableRow[]>()
  for (const entity of OTHER_CARRIERS) {
    const platforms = made.get('platform') ?? []
    const rows = wantedPlaces(demo, regions, g, entity).map(({ place, own }, i) => {
      const subject = own === undefined ? subjects.at(place, entity) : subjects.own(place, own)
      return otherCarrier(
        entity,
        { g, place, serial: i + 1, subject, platforms },
        own === undefined ? undefined : own === DEAD ? 'dead' : 'alive',
      )
    })
    made.set(entity, rows)
  }
  return made
}
