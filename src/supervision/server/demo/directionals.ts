import type { TableRow } from '../../../server/db/database.ts'
import { MATTERS, type Matter } from './clue-words.ts'
import { keyOf, type Generating } from './ground/generating.ts'
import { itemKey } from './illegal-items.ts'
import {
  dayFrom,
  objectColumns,
  publishers,
  shopsAndSites,
  stamps,
  timeFrom,
  type Publisher,
  type TaskInput,
  type TaskObject,
} from './task-input.ts'

/** One task in each state, and one more that runs for a special task. */
interface Plan {
  name: string
  /** label of dictionaries/directKind */
  kind: string
  /** which of MATTERS is looked for */
  matter: number
  /** label of a state of workflows/directional */
  state: string
  /** days since it began, and how long it lasts */
  days: number
  lasts: number
  special?: true
}
const PLANS: readonly Plan[] = [
  { name: '处方药销售用语定向监测', kind: '关键词定向', matter: 0, state: '运行中', days: 24, lasts: 90 },
  { name: '化妆品医疗宣称定向监测', kind: '商品定向', matter: 5, state: '运行中', days: 16, lasts: 60, special: true },
  { name: '医疗器械无证销售定向监测', kind: '主体定向', matter: 3, state: '暂停', days: 40, lasts: 80 },
  { name: '药品广告断言用语定向监测', kind: '平台定向', matter: 2, state: '已结束', days: 75, lasts: 45 },
  { name: '免处方用语定向监测', kind: '关键词定向', matter: 1, state: '失败', days: 30, lasts: 60 },
]
/** It has not been started: when it is, it finds what the shops really have on sale. */
const WAITING = { name: '儿童退热用药定向监测', words: '布洛芬,感冒灵', days: 1, lasts: 60 }
const HITS = 12
/** What became of hits, the newest first: states of workflows/directionalHit. */
const FATES = [
  'wait',
  'wait',
  'wait',
  'again',
  'excluded',
  'wait',
  'excluded',
  'again',
  'excluded',
  'excluded',
] as const
const SPECIAL_FATES = ['wait', 'second', 'wait', 'second', 'again', 'excluded', 'second', 'excluded'] as const
const CONFIRMED_OF = 3
/** days */
const CONFIRMED_WITHIN = 100
const OPINION = '命中内容为正常商品说明，未构成违法宣传。'
const SOURCE = '定向监测'

/** The address of a picture of a page of such products. */
export type Picture = (product: string | undefined, nth: number) => string | undefined

interface Ground {
  g: Generating
  from: Publisher
  picture: Picture
  /** keys of clues that some hit has become */
  taken: Set<unknown>
}

const matterOf = (plan: Plan): Matter => MATTERS[plan.matter] ?? (MATTERS[0] as Matter)

function taskOf({ g, from }: Ground, plan: Plan, nth: number, special: TableRow | undefined): TableRow {
  const matter = matterOf(plan)
  const daily = '2'
  return {
    ...stamps(g, from, plan.days),
    taskId: `demo-directional-${from.area}-${nth}`,
    areaCode: from.area,
    name: plan.name,
    directKind: keyOf(g.dictionary('directKind'), plan.kind),
    objectKinds: '1,2',
    keywords: matter.words.join(','),
    illegalId: itemKey(matter.item),
    specialTaskId: special?.['taskId'] ?? null,
    freq: daily,
    startDate: dayFrom(g, -plan.days),
    endDate: dayFrom(g, plan.lasts - plan.days),
    state: keyOf(g.dictionary('workflow/directional'), plan.state),
    lastRun: timeFrom(g, plan.state === '运行中' ? -1 : Math.min(-2, plan.lasts - plan.days)),
    nextRun: plan.state === '运行中' ? timeFrom(g, 1) : null,
  }
}

/** Somebody else of the area than the first: who reviews, and who reviews again. */
const reviewer = ({ g, from }: Ground, nth: number): string | null => {
  const unit = nth === 0 ? from.org : from.units[0]
  return g.officerOf(String(unit?.['orgId'] ?? ''))
}

function hitOf(ground: Ground, task: TableRow, plan: Plan, thing: TaskObject, nth: number): TableRow {
  const { g, picture } = ground
  const matter = matterOf(plan)
  const word = matter.words[nth % matter.words.length] ?? ''
  const goods = (thing.row['goodsList'] as { name: string }[] | undefined)?.[0]?.name ?? thing.title
  const time = timeFrom(g, -Math.min(plan.days - 1, 1 + nth * 2))
  return {
    ...objectColumns(thing),
    hitId: `${String(task['taskId']).replace('directional', 'hit')}-${nth}`,
    taskId: task['taskId'],
    specialTaskId: task['specialTaskId'],
    customerId: task['customerId'],
    platformName: g.dictionary('carrierPlatform').find(([key]) => key === thing.row['platformName'])?.[0] ?? null,
    org: thing.row['jurisdictionOrg'] ?? null,
    hitWords: word,
    hitText: `${goods} ${word}`,
    hitShot: picture(matter.product, nth) ?? null,
    hitTime: time,
    illegalCategory: keyOf(g.dictionary('illegalCategory'), matter.category),
    illegalId: itemKey(matter.item),
    illegalDesc: matter.seen.replace('{word}', word),
    createBy: task['createBy'],
    createTime: time,
    updateTime: time,
    delFlag: 0,
  }
}

/** What was decided of a hit. */
function judged(ground: Ground, hit: TableRow, state: string): TableRow {
  const reviewed = { judgeBy: reviewer(ground, 0), judgeTime: hit['hitTime'] ?? null }
  if (state === 'wait') return { ...hit, judge: state }
  if (state === 'excluded') return { ...hit, ...reviewed, judge: state, decision: 'exclude', opinion: OPINION }
  if (state === 'again')
    return { ...hit, ...reviewed, judge: state, decision: 'review', opinion: '资质待平台反馈后再查。' }
  return { ...hit, ...reviewed, judge: state, decision: 'confirm', riskLevel: '2' }
}

/** Hits that became clues: of those clues whose source it is. */
function confirmed(ground: Ground, task: TableRow, plan: Plan): TableRow[] {
  const { g, from, taken } = ground
  const source = keyOf(g.dictionary('illegalSource'), SOURCE)
  const clues = from.clues.filter(
    clue =>
      clue['illegalSource'] === source
      && clue['resultStatus'] !== '00'
      && String(clue['foundTime']) > timeFrom(g, -CONFIRMED_WITHIN)
      && !taken.has(clue['resultId']),
  )
  return clues.slice(0, CONFIRMED_OF).map((clue, nth) => {
    taken.add(clue['resultId'])
    const time = clue['foundTime'] ?? null
    const second = task['specialTaskId']
      ? {
          secondDecision: 'approve',
          secondBy: reviewer(ground, 1),
          secondTime: time,
          secondOpinion: '事实清楚，同意。',
        }
      : {}
    const named = ['objectKind', 'objectId', 'objectName', 'objectUrl', 'subjectName', 'subjectType', 'uscc_dim']
    const said = ['areaCode', 'platformName', 'illegalCategory', 'illegalId', 'illegalDesc', 'riskLevel', 'resultId']
    return {
      ...Object.fromEntries([...named, ...said].map(name => [name, clue[name] ?? null])),
      hitId: `${String(task['taskId']).replace('directional', 'hit')}-c${nth}`,
      taskId: task['taskId'],
      specialTaskId: task['specialTaskId'],
      customerId: task['customerId'],
      org: g.bureauOf(String(clue['areaCode'])),
      hitWords: clue['hitWords'] || matterOf(plan).words[0],
      hitText: clue['illegalDesc'] ?? null,
      hitTime: time,
      judge: 'confirmed',
      decision: 'confirm',
      judgeBy: reviewer(ground, 0),
      judgeTime: time,
      ...second,
      createBy: task['createBy'],
      createTime: time,
      updateTime: time,
      delFlag: 0,
    }
  })
}

/** Shops and sites of the trades in which it is found, where there are some. */
function sellersOf({ g, from }: Ground, { of }: Matter): TaskObject[] {
  const all = shopsAndSites(from.objects)
  const keys = new Set((of ?? []).map(label => keyOf(g.dictionary('goodsCategory'), label)))
  const own = all.filter(({ row }) => keys.has(String(row['mainCategory'])))
  return own.length > 0 ? own : all
}

function hitsOf(ground: Ground, task: TableRow, plan: Plan, nth: number): TableRow[] {
  if (plan.state === '失败') return []
  const fates = plan.special && task['specialTaskId'] ? SPECIAL_FATES : FATES
  const things = sellersOf(ground, matterOf(plan))
  const start = things.length > HITS * (nth + 1) ? nth * HITS : 0
  const found = things.slice(start, start + fates.length)
  const over = plan.state === '已结束'
  return [
    ...found.map((thing, i) => {
      const state = over ? 'excluded' : (fates[i] ?? 'wait')
      return judged(ground, hitOf(ground, task, plan, thing, i), state)
    }),
    ...confirmed(ground, task, plan),
  ]
}

function waitingTask({ g, from }: Ground): TableRow {
  return {
    ...stamps(g, from, WAITING.days),
    taskId: `demo-directional-${from.area}-new`,
    areaCode: from.area,
    name: WAITING.name,
    directKind: keyOf(g.dictionary('directKind'), '商品定向'),
    keywords: WAITING.words,
    freq: '2',
    startDate: dayFrom(g, -WAITING.days),
    endDate: dayFrom(g, WAITING.lasts),
    state: '0',
    hitCount: 0,
    confirmCount: 0,
  }
}

/** Directional tasks of every city and county with units below it, and what they have hit. */
export function directionalRows(
  input: TaskInput,
  special: readonly TableRow[],
  picture: Picture,
): Map<string, TableRow[]> {
  const tasks: TableRow[] = []
  const hits: TableRow[] = []
  const taken = new Set<unknown>()
  for (const from of [...publishers(input, 4), ...publishers(input, 6)]) {
    const ground = { g: input.g, from, picture, taken }
    const own = special.find(row => row['areaCode'] === from.area && row['taskStatus'] === '2')
    for (const [nth, plan] of PLANS.entries()) {
      const task = taskOf(ground, plan, nth, plan.special ? own : undefined)
      const made = hitsOf(ground, task, plan, nth)
      const sure = made.filter(({ judge }) => judge === 'confirmed').length
      const note = plan.state === '失败' ? '创建任务的账号已停用，请由在用的账号重新建立任务' : '新增命中 0 条'
      tasks.push({ ...task, hitCount: made.length, confirmCount: sure, runNote: note })
      hits.push(...made)
    }
    tasks.push(waitingTask(ground))
  }
  return new Map([
    ['directional', tasks],
    ['directionalHit', hits],
  ])
}
