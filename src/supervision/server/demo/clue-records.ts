import type { TableRow } from '../../../server/db/database.ts'
import { chinaTime, momentOf } from '../../../server/db/time.ts'
import { keyOf } from './ground/generating.ts'
import { CLUE, type ClueInput, type MadeClue } from './clue-input.ts'
import { documentNo } from './document-no.ts'
import { answeringOf } from './walk/answers.ts'
import { Outcome } from './walk/outcome.ts'
import { canGoOn, chooseWay, walkAlong, type Chosen, type Standing } from './walk/walk.ts'
import { HOUR_OF_WORK } from './walk/working-time.ts'

const CASE = 'case'
const PERSON = '4'

type Ways = readonly (readonly [through: readonly string[], weight: number])[]
const CLOSED = ['11', '14', '27', '16']
/** How far cases go that were filed: most to a penalty and to their end. */
const FILED: Ways = [
  [CLOSED, 44],
  [['11', '14', '27'], 8],
  [['11', '14'], 4],
  [['11', '13'], 5],
  [['12'], 3],
  [['11'], 4],
  [['17'], 2],
  [['10'], 3],
  [['09'], 4],
  [['08'], 3],
  [['07'], 10],
  [['05'], 2],
  [['10', 'noPunishment:14', '16'], 9],
  [['10', 'noOffence:14', '21'], 4],
  [['07', 'terminate:18', '20'], 2],
  [['07', '22'], 2],
  [['07', '28'], 1],
  [['07', '28', '29', '23'], 2],
]
/** A clue says how its case may stand: one that waits has none yet. */
const WAYS: Readonly<Record<string, Ways>> = {
  '55': [
    [['01'], 3],
    [['02'], 3],
    [['03'], 3],
  ],
  '50': [
    [['03', '19'], 3],
    [['simple:04', '31', '24'], 4],
  ],
}
/** Hours of work between two steps of a case; the first come soon, so that it is filed when its clue says so. */
const STEP: readonly [number, number] = [8, 40]
const SOON: readonly [number, number] = [1, 8]
const FIRST = 4
/** A party has five working days. */
const HEARD_OUT: readonly [number, number] = [56, 90]

const isPerson = (row: TableRow): boolean => row['subjectType'] === PERSON

/** A case as its clue has left it. */
function caseStart({ g, ground }: ClueInput, made: MadeClue, row: TableRow, serial: number): TableRow {
  const clue = made.walk.row
  const officers = ground.staff.of(String(row['handleOrg'] ?? '')).map(({ id }) => id)
  const day = String(row['createTime']).slice(0, 10)
  return {
    ...row,
    caseNo: documentNo('AJ', String(row['areaCode']), day, serial),
    caseName: `${String(isPerson(clue) ? clue['objectName'] : clue['subjectName'])}${made.found.matter.item}案`,
    reviewKind: '1',
    partyType: keyOf(g.dictionary('partyType'), isPerson(clue) ? '个人' : '单位'),
    partyAddress: made.found.carrier.row['regAddress'] ?? null,
    cause: made.found.matter.item,
    businessField: keyOf(g.dictionary('businessField'), made.found.matter.product ?? '网络交易'),
    illegalFact: null,
    goodsValue: g.random.int(2, 180) * 100,
    leadOfficer: officers[0] ?? null,
    assistOfficer: officers[1] ?? null,
    extendTimes: 0,
    finishState: 0,
    overdue: 0,
    publicFlag: 0,
    stateTime: row['createTime'] ?? null,
    stepTime: null,
    limitTime: null,
  }
}

/** The steps that there was time for: each some days of work after the one before. */
function timed({ g, work }: ClueInput, way: readonly Chosen[], from: number): { way: Chosen[]; times: number[] } {
  let ago = work.since(from)
  const times: number[] = []
  for (const [i, { code }] of way.entries()) {
    const [least, most] = i < FIRST ? SOON : code === 'deliberate' ? HEARD_OUT : STEP
    ago -= g.random.int(least * HOUR_OF_WORK, most * HOUR_OF_WORK)
    if (ago <= 0) break
    times.push(work.ago(ago))
  }
  return { way: way.slice(0, times.length), times }
}

/** What is decided on the spot was written down so. */
const asBegun = (row: TableRow, through: readonly string[]): TableRow => ({
  ...row,
  procedure: through[0]?.startsWith('simple') ? '2' : '1',
})

/** What happened to a case since it was opened. */
function caseOf(input: ClueInput, made: MadeClue, row: TableRow, outcome: Outcome, serial: number): TableRow {
  const { g, ground } = input
  const start = caseStart(input, made, row, serial)
  const first = ground.staff.of(String(row['handleOrg'] ?? ''))[0]
  if (!first) return start
  const answering = answeringOf(g, {
    unitFor: () => undefined,
    picture: () => input.picture(made.found.matter.product, serial),
    pair: () => '',
  })
  const standing: Standing = { ...ground, answering, entity: ground.staff.entity(CASE), first }
  const opened = momentOf(String(row['createTime']))
  const ends = WAYS[String(made.walk.row['resultStatus'])] ?? FILED
  const ways = [g.random.weighted(ends), ...ends.map(([through]) => through)]
  const choose = (through: readonly string[]): Chosen[] | undefined =>
    chooseWay(standing, asBegun(start, through), through, g.now - 3_600_000)
  const through = ways.find(one => choose(one) !== undefined)
  const chosen = through && choose(through)
  if (!chosen) return start
  const { way, times } = timed(input, chosen, opened)
  const walk = walkAlong(standing, asBegun(start, through), way, times)
  outcome.follow(standing.entity, walk)
  return canGoOn(standing, walk.row, g.now) ? withEnd(input, walk.row) : start
}

/** What the end of a case says of it, and whether it is late. */
function withEnd({ g }: ClueInput, row: TableRow): TableRow {
  const now = chinaTime(g.now)
  const late = [row['limitTime'], row['stepTime']].some(
    limit => typeof limit === 'string' && limit !== '' && limit < now,
  )
  return { ...row, overdue: row['finishState'] !== 1 && late ? 1 : 0, ...publishedOf(row, g.now) }
}

const DAY_MS = 86_400_000
const PUBLISHED_AFTER = 6

/** Penalties of the ordinary procedure are published within twenty working days of the decision, for a year. */
function publishedOf(row: TableRow, now: number): TableRow {
  const decided = String(row['decideDate'] ?? '')
  if (row['outcome'] !== '1' || row['procedure'] !== '1' || decided === '') return { publicFlag: 0 }
  const day = momentOf(`${decided} 09:00:00`) + PUBLISHED_AFTER * DAY_MS
  if (day > now) return { publicFlag: 0 }
  const date = (at: number): string => chinaTime(at).slice(0, 10)
  return { publicFlag: 1, publishDate: date(day), publishEnd: date(day + 365 * DAY_MS) }
}

/** Everything that came of clues: routes, findings, cases with what came of them, letters, messages; entity → rows. */
export function clueRecords(input: ClueInput, clues: readonly MadeClue[], areas: ReadonlyMap<string, string>): Outcome {
  const { g, ground } = input
  const outcome = new Outcome(ground.staff, g.now, areas)
  const entity = ground.staff.entity(CLUE)
  const opened = clues.flatMap(made => {
    const row = outcome.follow(entity, made.walk).get(CASE)
    return row ? [{ made, row }] : []
  })
  const cases = opened.map(({ made, row }, i) => caseOf(input, made, row, outcome, i + 1))
  if (cases.length > 0) outcome.rows.set(CASE, cases)
  return outcome
}
