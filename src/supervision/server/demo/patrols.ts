import type { TableRow } from '../../../server/db/database.ts'
import { anyKey } from './carriers.ts'
import { keyOf } from './ground/generating.ts'
import { objectColumns, publishers, stamps, timeFrom, urlOf, type TaskInput, type Publisher } from './task-input.ts'
import { modelRuns, selfChecks } from './self-checks.ts'
import { COLLECTING, FINDINGS, KEYWORDS, PATROL_ITEMS, SEEDS } from './task-words.ts'

const RECORDS = 12
const NEWEST = 2
const RETURNS = 8

const foundBy = (g: TaskInput['g'], found: (typeof FINDINGS)[number] | undefined): TableRow => ({
  riskLevel: found ? keyOf(g.dictionary('riskLevel'), found.risk) : null,
  items: PATROL_ITEMS.map((item, at) => ({ item, result: found?.item === at ? 0 : 1, note: '' })),
  problem: found ? 1 : 0,
  problemDesc: found?.words ?? null,
})

/** The newest are of these days, the others of the seasons of a year. */
const patrolledAgo = ({ random, seasons }: TaskInput['g'], nth: number): number =>
  nth < NEWEST ? nth + 1 : NEWEST + seasons.ago(random.next(), 360)

/** A look at a shop, so many days ago, by somebody of the unit. */
const looked = ({ g }: TaskInput, from: Publisher, thing: Publisher['objects'][number], ago: number): TableRow => ({
  ...stamps(g, from, ago),
  areaCode: thing.row['areaCode'] ?? null,
  objectKind: thing.kind,
  objectName: thing.title,
  url: urlOf(thing),
  inspector: from.by?.['id'] ?? null,
  inspectTime: timeFrom(g, -ago),
  state: '1',
})

function patrols(input: TaskInput, from: Publisher): TableRow[] {
  const { g } = input
  return from.objects.slice(0, RECORDS).map((thing, i) => {
    // most shops are as they should be
    const found = i % 4 === 1 ? FINDINGS[(i >> 2) % FINDINGS.length] : undefined
    return {
      ...looked(input, from, thing, patrolledAgo(g, i)),
      id: `demo-patrol-${from.area}-${i}`,
      inspectMode: anyKey(g, 'inspectMode'),
      durationSec: g.random.int(40, 900),
      ...foundBy(g, found),
    }
  })
}

/** Shares that spread evenly, whatever their number is: the golden ratio's multiples. */
const GOLDEN = 0.618_033_988_75
const ROUTINE = 40
const ROUTINE_MODES = ['1', '1', '2', '1', '3']

/** What a unit checks month after month and finds in order, so that its reports say something. */
function routine(input: TaskInput, from: Publisher): TableRow[] {
  const { g } = input
  return from.objects.slice(RECORDS, RECORDS + ROUTINE).map((thing, i) => ({
    ...looked(input, from, thing, NEWEST + 1 + g.seasons.ago((i * GOLDEN) % 1, 360)),
    id: `demo-routine-${from.area}-${i}`,
    inspectMode: ROUTINE_MODES[i % ROUTINE_MODES.length],
    durationSec: 60 + ((i * 53) % 600),
    ...foundBy(g, undefined),
  }))
}

/** The subject as it is registered: a shop's own business, not the company that it was taken for. */
const corrected = ({ row }: Publisher['objects'][number]): TableRow => ({
  newSubjectName: String(row['subjectName'] ?? '').replace(/有限公司$|商行$/, '经营部'),
  newUscc: row['uscc_dim'] ?? null,
  newLegalPerson: row['legalPerson'] ?? null,
  newRegAddress: row['regAddress'] ?? null,
})

/** What a unit sent back: whose subject was wrong, corrected or still to be. */
function returns({ g }: TaskInput, from: Publisher): TableRow[] {
  const states = g.dictionary('workflow/rollback')
  const kinds = [...new Set(from.objects.map(({ kind }) => kind))]
  const chosen = Array.from(
    { length: RETURNS },
    (_, i) => from.objects.filter(({ kind }) => kind === kinds[i % kinds.length])[i],
  ).flatMap(thing => thing ?? [])
  return chosen.map((thing, i) => {
    const [state = '0'] = states[i % states.length] ?? []
    const clue = from.clues.find(one => one['objectId'] === thing.key) ?? from.clues[i]
    return {
      ...stamps(g, from, i * i * 5 + 2),
      ...objectColumns(thing),
      id: `demo-return-${from.area}-${i}`,
      resultId: clue?.['resultId'] ?? null,
      platformName: g.dictionary('carrierPlatform').find(([key]) => key === thing.row['platformName'])?.[0] ?? null,
      returnReason: anyKey(g, 'returnReason'),
      opinion: '经核查，登记主体与实际经营者不一致，请修正后重新派发。',
      returnOrg: from.units[i % from.units.length]?.['orgId'] ?? null,
      returnTime: timeFrom(g, -i * i * 5 - 2),
      handleOrg: from.org['orgId'] ?? null,
      legalPerson: thing.row['legalPerson'] ?? null,
      regAddress: thing.row['regAddress'] ?? null,
      state,
      ...(state === '0' ? {} : corrected(thing)),
    }
  })
}

function collecting({ g }: TaskInput, from: Publisher): { tasks: TableRow[]; logs: TableRow[] } {
  const states = g.dictionary('workflow/collect')
  const kinds = ['1', '2', '5', '1', '6']
  const tasks = COLLECTING.map((name, i): TableRow => {
    const state = i === 0 ? '1' : (states[i % states.length]?.[0] ?? '0')
    return {
      ...stamps(g, from, 30 - i),
      taskId: `demo-collect-${from.area}-${i}`,
      areaCode: from.area,
      taskName: name,
      source: g.dictionary('platform')[i]?.[0] ?? anyKey(g, 'platform'),
      objectKind: kinds[i] ?? '1',
      seeds: SEEDS.slice(0, 1 + (i % SEEDS.length)).join('\n'),
      freq: g.dictionary('freq')[i % 5]?.[0] ?? '2',
      depth: 1,
      state,
      lastRun: timeFrom(g, -i - 1),
      nextRun: timeFrom(g, i + 1),
      runState: state === '4' ? '4' : '3',
      total: 40 + i * 7,
      newCount: i * 3,
      failCount: i,
    }
  })
  const logs = tasks.map((task, i): TableRow => ({
    ...stamps(g, from, i + 1),
    id: `demo-collect-log-${from.area}-${i}`,
    taskId: task['taskId'] ?? null,
    areaCode: from.area,
    startTime: timeFrom(g, -i - 1),
    endTime: timeFrom(g, -i - 1),
    runBy: from.by?.['id'] ?? null,
    runState: '3',
    total: 40 + i * 7,
    newCount: i * 3,
    failCount: i,
    ok: 1,
    message: `采集 ${40 + i * 7} 条，新增 ${i * 3} 条，失败 ${i} 条`,
  }))
  return { tasks, logs }
}

/** What a search finds: pages of the area, most of them known already. */
const resultsOf = (
  { objects }: Publisher,
  keyword: string,
  nth: number,
): { title: string; url: string; snippet: string; inLibrary: number }[] =>
  objects.slice(nth * 5, nth * 5 + 5).map((thing, i) => ({
    title: `${thing.title} ${keyword}`,
    url: urlOf(thing) ?? '',
    snippet: `${keyword}，${String(thing.row['regAddress'] ?? '')}`,
    inLibrary: i % 3 === 2 ? 0 : 1,
  }))

const clouds = ({ g }: TaskInput, from: Publisher): TableRow[] =>
  KEYWORDS.map((keyword, i) => ({
    ...stamps(g, from, i + 1),
    id: `demo-cloud-${from.area}-${i}`,
    areaCode: from.area,
    keyword,
    engines: '1,2',
    results: resultsOf(from, keyword, i),
    resultCount: resultsOf(from, keyword, i).length,
    saveCount: 0,
    by: from.by?.['id'] ?? null,
    time: timeFrom(g, -i - 1),
  }))

/** Patrols, returns, collecting, hits that were judged, searches: for every city and county with units below it. */
export function patrolRows(ground: TaskInput): Map<string, TableRow[]> {
  const all = [...publishers(ground, 4), ...publishers(ground, 6)]
  const collected = all.map(from => collecting(ground, from))
  return new Map([
    ['inspectionRecord', all.flatMap(from => [...patrols(ground, from), ...routine(ground, from)])],
    ['returnRecord', all.flatMap(from => returns(ground, from))],
    ['collectTask', collected.flatMap(({ tasks }) => tasks)],
    ['collectLog', collected.flatMap(({ logs }) => logs)],
    ['modelRun', all.map(from => modelRuns(ground, from))],
    ['selfCheck', all.flatMap(from => selfChecks(ground, from))],
    ['cloudRecord', all.flatMap(from => clouds(ground, from))],
  ])
}
