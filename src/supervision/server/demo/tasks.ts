import type { TableRow } from '../../../server/db/database.ts'
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
} from './task-input.ts'
import { REQUIREMENT, SPECIAL, SUMMARY, type Topic } from './task-words.ts'
import { documentNo } from './document-no.ts'

export interface SpecialRows {
  tasks: TableRow[]
  records: TableRow[]
  routes: TableRow[]
  assigns: TableRow[]
}

/** Of a bureau of a city with many units there are as many as its real counterpart has in a year. */
const MANY = 20
const FEW = 9
const STATES = ['草稿', '待接收', '进行中', '待验收', '已完成', '已逾期', '已终止']
const OBJECTS = [15, 34] as const
/** days of a task that was done long ago */
const LASTS = 60

/** A bureau with sections for products plans by them. */
const isSectioned = (g: TaskInput['g'], { area }: Publisher): boolean => g.sectionOf(area, '药品') !== undefined

interface Task {
  row: TableRow
  topic: Topic
  state: string
  days: number
}
const CLOSED = new Set(['已办结', '已立案', '已撤销', '已归档'])

/** Tasks of the last months stand in every state; what is older is done, or was ended. */
const STATES_OF_OLD = ['已完成', '已完成', '已终止', '已完成']
const OLD = 130
/** The third that are done or ended go back a year, one every three weeks. */
const begunAgo = (nth: number): number => (nth < 4 ? 20 + nth * 9 : 47 + (nth - 4) * 21)
const stateOf = (nth: number, days: number): string =>
  (days < OLD ? STATES[nth % STATES.length] : STATES_OF_OLD[nth % STATES_OF_OLD.length]) ?? ''

/** Topics in turn, again in the same year as a further round; sections for products have theirs alone. */
function topicOf(g: TaskInput['g'], sectioned: boolean, i: number): { topic: Topic; name: string } {
  const topics = SPECIAL.filter(({ product }) => !sectioned || product !== '')
  const topic = topics[i % topics.length]
  if (!topic) throw new Error('There is no topic for special tasks')
  const yearOf = (nth: number): string => dayFrom(g, -begunAgo(nth)).slice(0, 4)
  const year = yearOf(i)
  let round = 1
  for (let nth = i - topics.length; nth >= 0 && yearOf(nth) === year; nth -= topics.length) round++
  return { topic, name: `${year}年${topic.name}${round === 1 ? '' : `（第${round}轮）`}` }
}

function taskRow({ g }: TaskInput, from: Publisher, i: number, serial: number): Task {
  const states = g.dictionary('workflow/taskSpecial')
  const drugs = isSectioned(g, from)
  const days = begunAgo(i)
  const label = stateOf(i, days)
  const length = label === '已逾期' ? days - 6 : days < OLD ? days + 40 : LASTS
  const units = from.units
    .filter((_, at) => at % 3 !== i % 3 || from.units.length < 3)
    .map(unit => String(unit['orgId']))
  const received = ['进行中', '已逾期'].includes(label)
    ? units.slice(0, Math.ceil(units.length / 2))
    : ['待验收', '已完成', '已终止'].includes(label)
      ? units
      : []
  const submitted = ['待验收', '已完成'].includes(label) ? units : []
  const { topic, name } = topicOf(g, drugs, i)
  const row: TableRow = {
    ...stamps(g, from, days),
    taskId: `demo-task-${String(serial).padStart(4, '0')}`,
    taskNo: documentNo('ZX', from.area, dayFrom(g, -days).slice(0, 7), serial),
    areaCode: from.area,
    taskName: name,
    taskKind: keyOf(g.dictionary('taskKind'), drugs ? '药械妆专项' : '专项任务'),
    basis: `样例〔${dayFrom(g, -days).slice(0, 4)}〕${serial}号`,
    publishOrg: String(from.org['orgId']),
    background: REQUIREMENT,
    startDate: dayFrom(g, -days),
    endDate: dayFrom(g, length - days),
    objectKinds: '1,2',
    areaScope: from.area,
    assignOrgs: units.join(),
    sharedOrgs: label === '草稿' ? '' : units.join(),
    receivedOrgs: received.join(),
    submittedOrgs: submitted.join(),
    taskStatus: keyOf(states, label),
    summary: submitted.length > 0 ? SUMMARY : null,
    monitorTotal: 0,
    clueTotal: 0,
    doneTotal: 0,
    doneRate: 0,
    ...(drugs
      ? {
          productField: keyOf(g.dictionary('yxzField'), topic.product),
          section: keyOf(g.dictionary('section'), `${topic.product}科`),
          sampleCount: 10 + i,
          offlineCheck: i % 2,
        }
      : {}),
  }
  return { row, topic, state: label, days }
}

function recordsOf({ g }: TaskInput, from: Publisher, { row, state, days }: Task, serial: () => number): TableRow[] {
  const { random } = g
  const objects = shopsAndSites(from.objects)
  const count = Math.min(objects.length, random.int(...OBJECTS))
  const start = random.int(0, Math.max(0, objects.length - count))
  const share = SHARES[state] ?? 0
  return objects.slice(start, start + count).map(thing => ({
    ...stamps(g, from, days),
    ...objectColumns(thing),
    id: `demo-record-${String(serial()).padStart(6, '0')}`,
    taskId: row['taskId'] ?? null,
    taskName: row['taskName'] ?? null,
    platformName: thing.row['platformName'] ?? null,
    handleOrg: thing.row['jurisdictionOrg'] ?? null,
    checked: 0,
    yxzField: row['productField'] ?? null,
    section: row['section'] ?? null,
    ...(random.chance(share) ? foundOf(g, from, row, days) : {}),
    ...(row['productField'] ? { permitNo: thing.row['permitNos'] ?? null } : {}),
  }))
}

/** How much of a task's objects is checked. */
const SHARES: Readonly<Record<string, number>> = { 已完成: 1, 待验收: 0.95, 进行中: 0.5, 已逾期: 0.5, 已终止: 0.3 }

/** What is found at most shops is nothing. */
function outcomeOf(g: TaskInput['g']): TableRow {
  const fine = g.random.chance(0.82)
  return {
    checkResult: keyOf(g.dictionary('checkResult'), fine ? '未发现违法行为' : '违反网络交易规定'),
    processMode: keyOf(
      g.dictionary('processMode'),
      fine ? '未发现违法行为' : g.random.pick(['责令限期改正', '删除/下架违法信息', '行政指导/约谈']),
    ),
  }
}

function foundOf(g: TaskInput['g'], from: Publisher, task: TableRow, days: number): TableRow {
  const { random } = g
  const found: TableRow = {
    checked: 1,
    ...outcomeOf(g),
    handleTime: timeFrom(g, -random.int(Math.max(1, days - LASTS), days)),
    handler: from.by?.['id'] ?? null,
  }
  if (!task['productField']) return found
  const fine = found['checkResult'] === keyOf(g.dictionary('checkResult'), '未发现违法行为')
  return {
    ...found,
    onlineCheck: random.pick(fine ? ['未发现问题'] : ['未展示许可证', '宣传用语不规范']),
    offlineCheck: task['offlineCheck'] ? random.pick(['证照齐全', '证照齐全', '未按要求储存']) : null,
  }
}

/** dictionaries/illegalSource: found by a special task */
const TASK_SOURCE = '3'

/** Whether a clue is what the task looks for. */
function isAbout(g: TaskInput['g'], { categories, product }: Topic): (clue: TableRow) => boolean {
  const keys = new Set(categories.map(label => keyOf(g.dictionary('illegalCategory'), label)))
  const field = product === '' ? undefined : keyOf(g.dictionary('yxzField'), product)
  return clue => keys.has(String(clue['illegalCategory'])) && (field === undefined || clue['productField'] === field)
}

/** Clues of its topic that no task has yet; one belongs to one task alone. */
function takeClues({ g }: TaskInput, from: Publisher, { row, topic }: Task, closed: (state: string) => boolean): void {
  const fits = isAbout(g, topic)
  const want = g.random.int(2, 6)
  const [start, end] = [String(row['startDate']), String(row['endDate'])]
  const found = ({ foundTime }: TableRow): boolean => {
    const day = String(foundTime).slice(0, 10)
    return day >= start && day <= end
  }
  const mine = from.clues
    .filter(clue => !clue['taskId'] && !clue['createBy'] && fits(clue) && found(clue))
    .slice(0, want)
  for (const clue of mine) Object.assign(clue, { taskId: row['taskId'] ?? null, illegalSource: TASK_SOURCE })
  const done = mine.filter(clue => closed(String(clue['resultStatus']))).length
  Object.assign(row, {
    clueTotal: mine.length,
    doneTotal: done,
    doneRate: mine.length === 0 ? 0 : Math.round((done / mine.length) * 10_000) / 100,
  })
}

function routesOf({ g }: TaskInput, from: Publisher, { row, days }: Task, serial: () => number): TableRow[] {
  const step = (actionName: string, action: string, org: unknown, to: string, at: number): TableRow => ({
    auditId: `demo-route-${String(serial()).padStart(6, '0')}`,
    objectId: row['taskId'] ?? null,
    bizKind: 'taskSpecial',
    customerId: from.customerId,
    areaCode: from.area,
    action,
    actionName,
    fromOrg: org as string,
    toOrg: row['assignOrgs'] ?? null,
    toStatusName: to,
    actTime: timeFrom(g, -at),
    usedHours: 24,
  })
  const received = String(row['receivedOrgs'] ?? '')
    .split(',')
    .filter(Boolean)
  return [
    step('发布', 'publish', from.org['orgId'], '待接收', days),
    ...received.map((unit, i) => step('接收', 'receive', unit, '进行中', days - 1 - i / 10)),
  ]
}

function assignsOf({ g }: TaskInput, from: Publisher, { row, days }: Task, serial: () => number): TableRow[] {
  const states = g.dictionary('workflow/assign')
  return from.units.slice(0, 2).map(unit => {
    const n = serial()
    const [state = '0'] = states[n % states.length] ?? []
    const worked = ['2', '3', '4'].includes(state)
    return {
      ...stamps(g, from, days - 2),
      assignId: `demo-assign-${String(n).padStart(5, '0')}`,
      assignNo: documentNo('RW', from.area, dayFrom(g, -days).slice(0, 7), n),
      areaCode: unit['areaCode'] ?? null,
      taskKind: n % 3 === 0 ? keyOf(g.dictionary('taskKind'), '巡查任务') : (row['taskKind'] ?? null),
      taskId: row['taskId'] ?? null,
      title: row['taskName'] ?? null,
      fromOrg: from.org['orgId'] ?? null,
      fromUser: from.by?.['id'] ?? null,
      toOrg: unit['orgId'] ?? null,
      objectCount: g.random.int(3, 20),
      limitDate: dayFrom(g, g.random.int(-5, 30)),
      priority: anyKey(g, 'priority'),
      requirement: REQUIREMENT,
      state,
      inspectResult: worked ? SUMMARY : null,
    }
  })
}

/** Special tasks in every state, with their objects, clues, steps and what was given on from them. */
export function specialTasks(ground: TaskInput): SpecialRows {
  const made: SpecialRows = { tasks: [], records: [], routes: [], assigns: [] }
  const counters: Record<string, number> = {}
  const next = (name: string) => (): number => (counters[name] = (counters[name] ?? 0) + 1)
  const labels = new Map(ground.g.dictionary('workflow/clue').map(([key, label]) => [key, label]))
  for (const from of [...publishers(ground, 4), ...publishers(ground, 2)]) {
    const count = isSectioned(ground.g, from) ? MANY : FEW
    for (let i = 0; i < count; i++) {
      const task = taskRow(ground, from, i, next('task')())
      made.tasks.push(task.row)
      if (task.state === '草稿') continue
      const records = recordsOf(ground, from, task, next('record'))
      task.row['monitorTotal'] = records.length
      takeClues(ground, from, task, state => CLOSED.has(labels.get(state) ?? ''))
      made.records.push(...records)
      made.routes.push(...routesOf(ground, from, task, next('route')))
      if (i % 3 === 2) made.assigns.push(...assignsOf(ground, from, task, next('assign')))
    }
  }
  return made
}
