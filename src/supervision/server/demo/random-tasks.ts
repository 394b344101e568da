import type { TableRow } from '../../../server/db/database.ts'
import { drawn, listHash, sampleSize } from '../tasks/sample.ts'
import { anyKey } from './carriers.ts'
import { keyOf } from './ground/generating.ts'
import {
  dayFrom,
  objectColumns,
  publishers,
  shopsAndSites,
  stamps,
  timeFrom,
  type TaskInput,
  type Publisher,
  type TaskObject,
} from './task-input.ts'
import { CHECK_ITEMS, RANDOM } from './task-words.ts'
import { documentNo } from './document-no.ts'

/** One in every state, and those of a year. */
const STATES = ['草稿', '已抽取', '检查中', '已完成', '已完成', '已完成']
const NEWEST = 4
const MOST_POOL = 300
const PERCENT = 6
const PER = 2

interface Drawing {
  ground: TaskInput
  from: Publisher
  row: TableRow
  state: string
  days: number
  pool: Map<string, TaskObject>
}

const begunAgo = (nth: number): number => (nth < NEWEST ? 15 + nth * 12 : 51 + (nth - NEWEST + 1) * 115)

function taskRow({ g }: TaskInput, from: Publisher, i: number, serial: number): TableRow {
  const days = begunAgo(i)
  return {
    ...stamps(g, from, days),
    id: `demo-random-${String(serial).padStart(4, '0')}`,
    taskNo: documentNo('SJ', from.area, dayFrom(g, -days).slice(0, 7), serial),
    areaCode: from.area,
    taskName: `${dayFrom(g, -days).slice(0, 4)}年${RANDOM[i % RANDOM.length]}`,
    randomKind: g.dictionary('randomKind')[i % 4]?.[0] ?? null,
    publishOrg: String(from.org['orgId']),
    pool: '1,2',
    areaScope: from.area,
    ratio: PERCENT,
    inspectorPool: from.staffed.map(unit => unit['orgId']).join(),
    sharedOrgs: i < 2 ? '' : from.staffed.map(unit => unit['orgId']).join(),
    inspectorsPer: PER,
    checkItems: CHECK_ITEMS,
    startDate: dayFrom(g, -days),
    endDate: dayFrom(g, 45 - days),
    taskStatus: keyOf(g.dictionary('workflow/taskRandom'), STATES[i] ?? ''),
  }
}

/** Drawn as the server draws, so that whoever draws again gets the same. */
function samplesOf({ ground: { g, users }, from, row, state, days, pool }: Drawing, serial: () => number): TableRow[] {
  const keys = [...pool.keys()].sort((a, b) => (a < b ? -1 : 1))
  const seed = `demo-seed-${String(row['id'])}`
  const units = new Set(from.staffed.map(unit => unit['orgId']))
  const people = users
    .filter(user => units.has(user['orgId'] ?? ''))
    .map(user => String(user['id']))
    .sort((a, b) => (a < b ? -1 : 1))
  const orgOf = new Map(users.map(user => [String(user['id']), user['orgId']]))
  const picked = drawn(seed, keys, sampleSize(keys.length, PERCENT))
  const samples = picked.map((key, i) => {
    const thing = pool.get(key)
    const inspectors = state === '已抽取' || people.length < PER ? [] : drawn(`${seed}:${key}`, people, PER)
    const recordState = state === '已完成' ? '3' : state === '检查中' ? String(i % 4) : '0'
    const entered = recordState === '1' || recordState === '3'
    return {
      ...stamps(g, from, days),
      ...(thing ? objectColumns(thing) : {}),
      id: `demo-sample-${String(serial()).padStart(5, '0')}`,
      taskId: row['id'] ?? null,
      taskOrg: row['publishOrg'] ?? null,
      place: i + 1,
      inspectors: inspectors.join(),
      inspectorOrgs: [...new Set(inspectors.map(one => orgOf.get(one)))].join(),
      recordState,
      checkResults: entered ? anyKey(g, 'randomResult') : null,
      disposal: entered ? anyKey(g, 'randomDispose') : null,
      enterTime: entered ? timeFrom(g, -Math.max(3, days - 20)) : null,
      publishTime: recordState === '3' ? timeFrom(g, -Math.max(1, days - 25)) : null,
    }
  })
  const entered = samples.filter(one => one.enterTime !== null)
  Object.assign(row, {
    seed,
    poolSize: keys.length,
    poolKeys: keys,
    poolHash: listHash(keys),
    sampleCount: samples.length,
    drawTime: timeFrom(g, -days + 1),
    drawBy: from.by?.['id'] ?? null,
    doneCount: entered.length,
    problemCount: entered.filter(one => one.checkResults !== keyOf(g.dictionary('randomResult'), '未发现违法行为'))
      .length,
  })
  return samples
}

/** Random tasks in every state. */
export function randomTasks(ground: TaskInput): { tasks: TableRow[]; samples: TableRow[] } {
  const tasks: TableRow[] = []
  const samples: TableRow[] = []
  let [serial, sample] = [0, 0]
  for (const from of publishers(ground, 4)) {
    for (const [i, state] of STATES.entries()) {
      const row = taskRow(ground, from, i, ++serial)
      tasks.push(row)
      const pool = new Map(
        shopsAndSites(from.objects)
          .slice(0, MOST_POOL)
          .map(thing => [`${thing.kind}-${thing.key}`, thing]),
      )
      if (state !== '草稿' && pool.size > 0)
        samples.push(...samplesOf({ ground, from, row, state, days: begunAgo(i), pool }, () => ++sample))
    }
  }
  return { tasks, samples }
}
