import type { TableRow } from '../../../server/db/database.ts'
import { addWorkingDays, EVERY_DAY } from '../../../core/workflow/working-days.ts'
import { chinaTime } from '../../../server/db/time.ts'
import { keyOf, type Generating } from './carriers.ts'
import type { MadeClue } from './clues.ts'
import { workingDays, type Step } from './clue-steps.ts'

const HOUR_MS = 3_600_000
const WORDS: Record<string, readonly string[]> = {
  confirm: ['经人工研判，线索属实，予以确认。'],
  pf: ['请于时限内核查并反馈。', '请核实主体信息，依法处置。'],
  sl: ['已受理，指派执法人员核查。'],
  cl: ['已核查，处置情况见反馈。'],
  pass: ['处置到位，同意办结。'],
  th: ['经核实，当事人实际经营地不在本辖区。'],
  delay: ['当事人暂时无法联系，申请延期核查。'],
  ys: ['平台住所地不在本辖区，移送处理。'],
  exclude: ['经研判为正常商品描述。'],
  archive: [''],
}
const MEASURES = [
  '责令当事人下架涉案商品并删除违法宣传内容，当场拍照固定整改结果。',
  '约谈当事人，责令限期改正，已按期完成整改。',
  '下发责令改正通知书，当事人已补充公示证照信息。',
]

function routeRow(g: Generating, { row, hands }: MadeClue, step: Step, before: number, at: number): TableRow {
  const byHandler = ['sl', 'cl', 'th', 'delay'].includes(step.action)
  const toOrg =
    { pf: hands.handler, sl: hands.handler, ys: hands.above, delay: hands.handler }[step.action]
    ?? (step.to === '65' ? hands.handler : hands.sender)
  const automatic = step.action === 'archive'
  return {
    auditId: `${String(row['resultId'])}-${at}`,
    resultId: row['resultId'],
    customerId: row['customerId'],
    areaCode: row['areaCode'],
    action: step.action,
    fromOrg: automatic ? '' : byHandler ? hands.handler : hands.sender,
    fromUser: automatic ? 'system' : '',
    toOrg,
    fromStatus: step.from,
    toStatus: step.to,
    opinion: g.random.pick(WORDS[step.action] ?? ['']),
    actTime: chinaTime(step.at),
    usedHours: Math.max(0, Math.floor((step.at - before) / HOUR_MS)),
  }
}

export const routeRows = (g: Generating, clues: readonly MadeClue[]): TableRow[] =>
  clues.flatMap(made =>
    made.course.steps.map((step, i) => routeRow(g, made, step, made.course.steps[i - 1]?.at ?? made.course.found, i)),
  )

const stamps = ({ row }: MadeClue, time: string): TableRow => ({
  customerId: row['customerId'],
  areaCode: row['areaCode'],
  createTime: time,
  updateTime: time,
  delFlag: 0,
})
const caseKey = ({ row }: MadeClue): string => `demo-case-${String(row['resultId']).slice(-6)}`

/** What was found and done, of those that have been handled. */
export const processRows = (g: Generating, clues: readonly MadeClue[]): TableRow[] =>
  clues.flatMap(made => {
    const step = made.course.steps.find(({ action }) => action === 'cl')
    if (!step) return []
    const filed = step.to === '65'
    const mode = filed ? '立案查处' : g.random.pick(['责令限期改正', '删除/下架违法信息', '行政指导/约谈'])
    return [
      {
        ...stamps(made, chinaTime(step.at)),
        recordId: `demo-record-${String(made.row['resultId']).slice(-6)}`,
        resultId: made.row['resultId'],
        processMode: keyOf(g.dictionary('processMode'), mode),
        checkResult: keyOf(g.dictionary('checkResult'), '违反网络交易规定'),
        checkDate: chinaTime(step.at).slice(0, 10),
        checkers: '张示例、李样本',
        subjectFound: 1,
        measures: filed ? '涉嫌违法事实清楚，符合立案条件，提请立案。' : g.random.pick(MEASURES),
        rectified: filed ? 0 : 1,
        deletedInfo: g.random.int(0, 6),
        offShelf: g.random.int(0, 4),
        caseId: filed ? caseKey(made) : '',
      },
    ]
  })

const PERSON = '4'
const isPerson = (row: TableRow): boolean => row['subjectType'] === PERSON
const CASE_STATES = ['00', '01', '05', '07', '08', '10', '13', '14', '16']

/** Cases that clues became, each as far as it may be by now. */
export const caseRows = (g: Generating, clues: readonly MadeClue[]): TableRow[] =>
  clues
    .filter(({ row }) => row['resultStatus'] === '65')
    .map((made, at) => {
      const { row, matter, hands, course } = made
      const state = CASE_STATES[at % CASE_STATES.length] ?? '00'
      const day = chinaTime(course.since).slice(0, 10)
      const decided = ['14', '16'].includes(state)
      const running = state >= '05' && !decided
      const fine = decided ? g.random.int(1, 50) * 1000 : null
      return {
        ...stamps(made, chinaTime(course.since)),
        id: caseKey(made),
        caseNo: `AJ${String(row['areaCode']).slice(0, 6)}${day.replaceAll('-', '')}${String(at + 1).padStart(4, '0')}`,
        caseName: `${String(isPerson(row) ? row['objectName'] : row['subjectName'])}${matter.item}案`,
        caseSource: keyOf(g.dictionary('caseSource'), '网络监测线索'),
        resultId: row['resultId'],
        partyType: keyOf(g.dictionary('partyType'), isPerson(row) ? '个人' : '单位'),
        party: row['subjectName'],
        uscc_dim: row['uscc_dim'],
        cause: matter.item,
        illegalCategory: row['illegalCategory'],
        illegalFact: row['illegalDesc'],
        lawBasis: matter.law,
        fileDate: state < '05' ? null : day,
        handleOrg: hands.handler,
        caseStatus: state,
        fine,
        totalAmount: fine,
        stepTime: state === '01' ? addWorkingDays(chinaTime(course.since), 15, workingDays(g)) : null,
        limitTime: running ? addWorkingDays(`${day} 23:59:59`, 90, EVERY_DAY) : null,
        extendTimes: 0,
        stateTime: chinaTime(course.since),
        overdue: 0,
        finishState: state === '16' ? 1 : 0,
        decideDate: decided ? day : null,
        closeDate: state === '16' ? day : null,
        publicFlag: state === '16' ? 1 : 0,
      }
    })

/** Letters of the clues that were moved to another unit. */
export const transferRows = (g: Generating, clues: readonly MadeClue[]): TableRow[] =>
  clues
    .filter(({ row }) => row['resultStatus'] === '15')
    .map((made, at) => {
      const { row, hands, course, matter } = made
      return {
        ...stamps(made, chinaTime(course.since)),
        id: `demo-transfer-${String(row['resultId']).slice(-6)}`,
        resultId: row['resultId'],
        clueNo: row['clueNo'],
        title: `${String(row['objectName'])}涉嫌违法线索`,
        outOrg: hands.sender,
        inOrg: hands.above,
        reason: g.random.pick(g.dictionary('transferReason'))[0],
        letterNo: `市监移〔${chinaTime(course.since).slice(0, 4)}〕${at + 1}号`,
        letterDate: chinaTime(course.since).slice(0, 10),
        fact: row['illegalDesc'],
        objectUrl: row['objectUrl'],
        subjectName: row['subjectName'],
        subjectType: row['subjectType'],
        uscc_dim: row['uscc_dim'],
        lawBasis: matter.law,
        state: '1',
      }
    })
