import type { DictionaryEntries } from '../../../core/contract/configuration.ts'
import type { Configuration } from '../../../core/index.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { chinaTime } from '../../../server/db/time.ts'
import type { SignedIn } from '../../../server/access/signed-in.ts'
import { carrierKind } from '../carriers/carriers.ts'
import { demoPeople, organisations, userRows, type Organisations } from './accounts.ts'
import { lastLogins, signIns, verifications } from './activity.ts'
import { allCarriers, shownCarriers, tellOfClues } from './all-carriers.ts'
import { annualReportRows } from './annual-reports.ts'
import { workingDays } from './carriers.ts'
import type { Generating } from './ground/generating.ts'
import { clueRecords } from './clue-records.ts'
import { CLUE, type ClueInput } from './clue-input.ts'
import { pastClues } from './clue-past.ts'
import { madeClues } from './clues.ts'
import { featureRows, itemRows, modelRows } from './illegal-items.ts'
import { knowledgeRows } from './knowledge.ts'
import { labelRows } from './labels.ts'
import { ownLabelRows } from './own-labels.ts'
import { suggestionRows } from './suggestions.ts'
import { libraryRows } from './libraries.ts'
import { licenceRows } from './licences.ts'
import { livenessRows } from './liveness.ts'
import { mediaRows } from './media.ts'
import { dutyRows } from './platform-duties.ts'
import type { Pictures } from './pictures.ts'
import { priceRows } from './prices.ts'
import { liveGoodsRows, productRows } from './products.ts'
import { reportRows } from './reports.ts'
import { Random } from './ground/random.ts'
import { Seasons } from './ground/seasons.ts'
import { registerRows, type Shown } from './register.ts'
import { SEED, type SeedInput } from './seed-input.ts'
import { staffPeople, staffRows } from './staff.ts'
import { taskRows } from './task-rows.ts'
import { Staff } from './walk/people.ts'
import { WorkingTime } from './walk/working-time.ts'

const DAY_MS = 86_400_000

/** Units and people, before anything has happened. */
export interface Begun {
  g: Generating
  organisations: Organisations
  people: readonly SignedIn[]
}
export interface MadePeople {
  orgs: readonly TableRow[]
  users: readonly TableRow[]
}
/** Everything that the demonstration puts into tables; `rows`: entity → rows. */
export interface Made extends MadePeople {
  g: Generating
  rows: Map<string, TableRow[]>
  logins: TableRow[]
  audits: TableRow[]
}

/** The customer that covers an area, by the longest prefix. */
function customerFinder(configuration: Configuration): (area: string) => string {
  const covered = configuration
    .customers()
    .flatMap(({ customer, areas }) => areas.map(prefix => ({ customer, prefix })))
  covered.sort((a, b) => b.prefix.length - a.prefix.length)
  return area => covered.find(({ prefix }) => area.startsWith(prefix))?.customer ?? ''
}

export function people({ demo, regions, configuration }: SeedInput, now: number): Begun {
  const customerOf = customerFinder(configuration)
  const made = organisations(demo, regions, customerOf)
  const names = new Map(made.rows.map(row => [String(row['orgId']), String(row['orgName'])]))
  const all = staffPeople(demo, org => names.get(org) ?? '')
  const byOrg = new Map<string, string[]>()
  for (const one of all) byOrg.set(one.orgId, [...(byOrg.get(one.orgId) ?? []), one.id])
  const base = configuration.scope({})
  const random = new Random(SEED)
  const dictionaries = new Map<string, DictionaryEntries>()
  const holidays = new Set(base.dictionary('holiday')?.map(([day]) => day))
  const g: Generating = {
    random,
    now,
    seasons: new Seasons(now, holidays),
    bureauOf: made.bureauOf,
    sectionOf: made.sectionOf,
    customerOf,
    officerOf: org => {
      const officers = byOrg.get(org) ?? []
      return officers.length > 0 ? random.pick(officers) : null
    },
    taken: new Set(),
    dictionary: name => {
      const entries = dictionaries.get(name) ?? base.dictionary(name) ?? [['', '']]
      dictionaries.set(name, entries)
      return entries
    },
  }
  return { g, organisations: made, people: all }
}

/** Who has been here how long. */
const entered =
  (now: number) =>
  (nth: number): string =>
    chinaTime(now - (120 + ((nth * 53) % 400)) * DAY_MS)

/** Calls by which carriers are verified; kind → call. */
function verifyCalls({ configuration, entities }: SeedInput): Map<string, { entity: string; action: string }> {
  return new Map(
    configuration.endpoints().flatMap(({ handler, name, entity }) => {
      const kind = handler === 'carrier.verify' ? carrierKind(entities.get(entity ?? '') ?? ({} as never)) : undefined
      return kind === undefined || entity === undefined ? [] : [[kind, { entity, action: name }] as const]
    }),
  )
}

interface Standing {
  input: SeedInput
  g: Generating
  shown: Shown[]
}
const icpFinder =
  ({ demo }: SeedInput) =>
  (area: string): string =>
    demo.records.find(line => area.startsWith(line.area))?.icp ?? '京'

/** What carriers sell. */
function onSale(input: SeedInput, g: Generating, carriers: ReadonlyMap<string, TableRow[]>): [string, TableRow[]][] {
  const own = { ...g, random: new Random(SEED + 11) }
  const products = productRows(own, carriers.get('eshop') ?? [], icpFinder(input))
  const rooms = carriers.get('liveBroadcast') ?? []
  return [...products, ['broadcastGoods', liveGoodsRows(own, rooms, products.get('registerGoods') ?? [])]]
}

/** What is known of carriers: registers, libraries, reports, labels, how lively they are. */
function aboutCarriers({ input, g, shown }: Standing): [string, TableRow[]][] {
  const { demo } = input
  const register = registerRows({ ...g, random: new Random(SEED + 3) }, shown, icpFinder(input))
  const { libraries, members } = libraryRows({ ...g, random: new Random(SEED + 4) }, demo, shown)
  const staff = demoPeople(demo)
  // what the platform gave is told by the one name that a carrier has so far
  const given = labelRows(
    g,
    shown,
    staff.find(({ areaLevel }) => areaLevel === 0),
  )
  const own = ownLabelRows(g, staff, shown, area => input.regions.nameOf(area))
  return [
    ['register', register],
    ['subLibrary', libraries],
    ['subLibraryMember', members],
    ['annualReport', annualReportRows({ ...g, random: new Random(SEED + 7) }, shown)],
    ['livenessRecord', livenessRows({ ...g, random: new Random(SEED + 6) }, shown, register)],
    ['label', [...given.labels, ...own.labels]],
    ['labelRelation', [...given.relations, ...own.relations]],
  ]
}

function clueInput(
  input: SeedInput,
  { g, organisations: { rows }, people: all }: Begun,
  pictures: Pictures,
): ClueInput {
  const calendar = workingDays(g)
  return {
    g: { ...g, random: new Random(SEED + 1) },
    ground: {
      staff: new Staff(input.configuration, input.entities, all),
      calendar,
      areaOf: new Map(rows.map(row => [String(row['orgId']), String(row['areaCode'])])),
    },
    work: new WorkingTime(g.now, calendar),
    records: input.demo.records,
    picture: (product, nth) => pictures.of(product, nth),
  }
}

const byTime = (a: TableRow, b: TableRow): number => (String(a['time']) < String(b['time']) ? -1 : 1)

export function madeRows(input: SeedInput, begun: Begun, pictures: Pictures, now: number): Made {
  const { g, organisations: units, people: all } = begun
  const carriers = allCarriers(input, g)
  const shown = shownCarriers(input, carriers)
  const asked = clueInput(input, begun, pictures)
  const present = madeClues(asked, shown)
  const before = { ...asked, g: { ...asked.g, random: new Random(SEED + 9) } }
  const made = [...present, ...pastClues(before, shown, present)]
  const outcome = clueRecords(asked, made, asked.ground.areaOf)
  tellOfClues(g, shown, made)
  const logins = signIns({ ...g, random: new Random(SEED + 8) }, asked.work, all)
  const last = lastLogins(logins)
  // who has a name comes first: what is done in a unit's name is done by them
  const users = [...staffRows(input.demo, entered(now)), ...userRows(input.demo, entered(now)(7))].map(row => ({
    ...row,
    lastLogin: last.get(String(row['id'])) ?? null,
  }))
  const clues = made.map(({ walk }) => walk.row)
  const tasks = taskRows(
    { g: { ...g, random: new Random(SEED + 5) }, orgs: units.rows, users, objects: shown, clues },
    (product, nth) => pictures.of(product, nth),
  )
  const calls = verifyCalls(input)
  const known = new Map(all.map(one => [one.id, one]))
  const audits = [...outcome.audits, ...verifications(g, shown, kind => calls.get(kind), known)].sort(byTime)
  const rows = new Map<string, TableRow[]>([
    ...carriers,
    ['illegalItem', itemRows(g)],
    ['illegalFeature', featureRows(g)],
    ...modelRows(g),
    ...aboutCarriers({ input, g, shown }),
    ...onSale(input, g, carriers),
    ['platformDuty', dutyRows({ ...g, random: new Random(SEED + 15) }, carriers.get('platform') ?? [])],
    [
      'licenseApply',
      licenceRows({ ...g, random: new Random(SEED + 14) }, input.demo.records, carriers.get('website') ?? []),
    ],
    ['mediaFocus', mediaRows({ ...g, random: new Random(SEED + 13) }, input)],
    ['report', reportRows(g, input.regions, userRows(input.demo, entered(now)(7)))],
    ...knowledgeRows({ ...g, random: new Random(SEED + 12) }, input.knowledge),
    [CLUE, clues],
  ])
  const prices = priceRows({
    g: { ...g, random: new Random(SEED + 10) },
    app: input.configuration.scope({}).app,
    areas: input.demo.records,
    carriers: shown,
    clues,
  })
  const labels = rows.get('label') ?? []
  rows.set('tagSuggestion', suggestionRows({ ...g, random: new Random(SEED + 14) }, { users, labels }))
  for (const [entity, more] of [...outcome.rows, ...tasks, ...prices])
    rows.set(entity, [...(rows.get(entity) ?? []), ...more])
  return { g, orgs: units.rows, users, rows, logins, audits }
}
