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

/** How far cases go: most to their end, and to a penalty; some are found to be none, some wait for a decision. */
const ENDS: readonly (readonly [through: readonly string[], weight: number])[] = [
  [['14', '16'], 48],
  [['16'], 12],
  [['07'], 12],
  [['13'], 8],
  [['24'], 8],
  [['19'], 4],
  [['21'], 4],
]
/** Hours of work between two steps of a case; the first come soon. */
const STEP: readonly [number, number] = [8, 46]
const SOON: readonly [number, number] = [1, 14]
const FIRST = 2

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
  for (const i of way.keys()) {
    const [least, most] = i < FIRST ? SOON : STEP
    ago -= g.random.int(least * HOUR_OF_WORK, most * HOUR_OF_WORK)
    if (ago <= 0) break
    times.push(work.ago(ago))
  }
  return { way: way.slice(0, times.length), times }
}

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
  const ways = [g.random.weighted(ENDS), ...ENDS.map(([through]) => through)]
  const chosen = ways
    .map(through => chooseWay(standing, start, through, g.now - 3_600_000))
    .find(way => way !== undefined)
  if (!chosen) return start
  const { way, times } = timed(input, chosen, opened)
  const walk = walkAlong(standing, start, way, times)
  outcome.follow(standing.entity, walk)
  return canGoOn(standing, walk.row) ? withEnd(input, walk.row) : start
}

/** What the end of a case says of it, and whether it is late. */
function withEnd({ g }: ClueInput, row: TableRow): TableRow {
  const now = chinaTime(g.now)
  const late = [row['limitTime'], row['stepTime']].some(
    limit => typeof limit === 'string' && limit !== '' && limit < now,
  )
  const published = row['finishState'] === 1 && row['docNo'] ? 1 : 0
  return { ...row, overdue: row['finishState'] !== 1 && late ? 1 : 0, publicFlag: published }
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
