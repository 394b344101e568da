import { randomUUID } from 'node:crypto'
import type { TableRow } from '../../../../src/server/db/database.ts'
import { chinaTime } from '../../../../src/server/db/time.ts'
import { nowMs } from '../../../../src/server/time/clock.ts'
import type { Answer, Api } from '../../../server/support/api.ts'

const DAY_MS = 86_400_000
/** A day so many days after today, or before it. */
export const day = (from: number): string => chinaTime(nowMs() + from * DAY_MS).slice(0, 10)

const UNIT = 'huainan_datong'
/** Who has which part in a case of the county: two who investigate, and one for each duty. */
const PEOPLE = { officer: 1, second: 2, head: 3, reviewer: 4, leader: 5 } as const
export type Part = keyof typeof PEOPLE
export const nameOf = (part: Part | string, unit = UNIT): string =>
  part in PEOPLE ? `${unit}_${PEOPLE[part as Part]}` : part
export const idOf = (part: Part | string): string => `user-${nameOf(part)}`

const OFFICERS = { leadOfficer: idOf('officer'), assistOfficer: idOf('second') }
const PROPOSED = { intendedKinds: '3', intendedFine: 5000 }
/** Who usually takes a step, and a form that it accepts; `files`: papers go with it. */
const STEPS: Record<string, { by: Part; form?: object; files?: true }> = {
  submit: { by: 'officer' },
  proposeFile: {
    by: 'officer',
    form: { ...OFFICERS, fileProposal: '1', checkFindings: '网页与事实不符', fileConditions: '1,2,3,4' },
  },
  endorseFile: { by: 'head', form: { headOpinion: '同意' } },
  file: { by: 'leader', form: { fileDate: day(-40) } },
  notFile: { by: 'leader', form: { notFileGround: '5', opinion: '已经改正' }, files: true },
  investigate: { by: 'officer' },
  conclude: {
    by: 'officer',
    form: { illegalFact: '虚假宣传', lawBasis: '《广告法》', reviewKind: '1', ...PROPOSED, discretion: '从轻' },
    files: true,
  },
  sendReview: { by: 'head', form: { headOpinion: '同意' } },
  review: { by: 'reviewer', form: { reviewResult: '1', reviewOpinion: '同意' } },
  approve: { by: 'leader', form: PROPOSED },
  notify: {
    by: 'officer',
    form: { noticeNo: '淮市监罚告〔2026〕1号', noticeServed: day(-20), noticeWay: '1' },
    files: true,
  },
  waive: { by: 'officer', form: { opinion: '当事人书面放弃' }, files: true },
  defend: { by: 'officer', form: { defendDate: day(-19), defence: '请求从轻' }, files: true },
  defendAgain: { by: 'officer', form: { defendDate: day(-18), defence: '再次请求从轻' }, files: true },
  hear: { by: 'officer', form: { hearingAsked: day(-18) }, files: true },
  nameChair: {
    by: 'leader',
    form: { hearingChair: idOf('huainan_datong_dadui_1'), hearingClerk: idOf('huainan_datong_dadui_2') },
  },
  reviewAgain: { by: 'reviewer', form: { reviewResult: '1', reviewOpinion: '同意' } },
  deliberate: { by: 'officer' },
  discuss: {
    by: 'leader',
    form: { jointDate: day(0), jointPeople: '甲、乙', jointOpinion: '一致同意' },
    files: true,
  },
  decide: {
    by: 'leader',
    form: { docNo: '淮市监处罚〔2026〕1号', decideDate: day(0), punishKinds: '3', fine: 5000 },
    files: true,
  },
  noPunishment: {
    by: 'leader',
    form: { docNo: '淮市监不罚〔2026〕1号', exemptGround: '1', education: '今后自查', opinion: '轻微' },
    files: true,
  },
  noOffence: { by: 'leader', form: { docNo: '淮市监不罚〔2026〕2号', opinion: '证据不足' }, files: true },
  serve: { by: 'officer', form: { decisionServed: day(0), decisionWay: '1' }, files: true },
  perform: {
    by: 'officer',
    form: { paidDate: day(0), paidAmount: 5000, performance: '银行缴纳' },
    files: true,
  },
  remind: { by: 'officer', form: { remindServed: day(0) }, files: true },
  applyCourt: { by: 'leader', form: { courtDate: day(0) }, files: true },
  proposeClose: {
    by: 'officer',
    form: { paidDate: day(0), paidAmount: 5000, performance: '银行缴纳', closeGround: '1', closeArisen: day(0) },
  },
  endorseClose: { by: 'head', form: { headOpinion: '同意' } },
  close: { by: 'leader', form: { closeDate: day(0) } },
  publish: { by: 'officer', form: { publishDate: day(0), publishEnd: day(365) } },
  supplement: { by: 'leader', form: { opinion: '缺进货票据' } },
  extend: { by: 'leader', form: { opinion: '案情复杂' }, files: true },
  extendAgain: { by: 'leader', form: { opinion: '案情复杂', extendDays: 120, jointPeople: '甲、乙' }, files: true },
  suspend: { by: 'leader', form: { pauseFrom: day(0), opinion: '下落不明' }, files: true },
  terminate: { by: 'officer', form: { terminateGround: '1', closeArisen: day(0), opinion: '已死亡' }, files: true },
  proposePolice: { by: 'officer', form: { opinion: '数额巨大' }, files: true },
  moveToPolice: {
    by: 'leader',
    form: { moveTo: '市公安局', policeDate: day(0), procuratorCopied: 1 },
    files: true,
  },
  policeFiled: { by: 'officer', form: { policeAnswer: day(0) }, files: true },
  policeRefused: { by: 'officer', form: { policeAnswer: day(0), opinion: '情节轻微' }, files: true },
  fileSimple: { by: 'officer', form: { simpleFiled: day(0) } },
  closeSimple: { by: 'officer', form: { paidDate: day(0), paidAmount: 200, closeDate: day(0) }, files: true },
}

/** The usual way of a case, to the state that a test begins with. */
const WAY = [
  ['01', 'submit'],
  ['02', 'proposeFile'],
  ['03', 'endorseFile'],
  ['05', 'file'],
  ['07', 'investigate'],
  ['08', 'conclude'],
  ['09', 'sendReview'],
  ['10', 'review'],
  ['17', 'approve'],
  ['11', 'notify'],
  ['13', 'deliberate'],
  ['14', 'decide'],
  ['27', 'serve'],
  ['18', 'proposeClose'],
  ['30', 'endorseClose'],
  ['16', 'close'],
] as const

export type Taken = Answer<{ to: string; created: Record<string, string> }>

/** A case of the county, moved by the people whose part it is. */
export class CaseFile {
  readonly id: string
  readonly #api: Api
  private constructor(api: Api, id: string) {
    this.#api = api
    this.id = id
  }

  static async begun(api: Api, more: object = {}): Promise<CaseFile> {
    const id = `t-${randomUUID()}`
    const row: TableRow = {
      id,
      caseNo: id.slice(0, 30),
      caseName: '样例案',
      caseSource: '6',
      procedure: '1',
      partyType: '1',
      party: '样例公司',
      cause: '虚假宣传',
      customerId: '87190',
      areaCode: '340402',
      provinceCode: '34',
      delFlag: 0,
      handleOrg: 'org-340402',
      handleLevel: 3,
      reviewKind: '1',
      caseStatus: '00',
      finishState: 0,
      overdue: 0,
      extendTimes: 0,
      updateTime: '2026-01-05 09:00:00',
      ...more,
    }
    await api.db.insertInto('case').values(row).execute()
    return new CaseFile(api, id)
  }

  /** Brought to a state by the usual way. */
  static async at(api: Api, state: string, more: object = {}): Promise<CaseFile> {
    const file = await CaseFile.begun(api, more)
    for (const [to, action] of WAY) {
      await file.done(action)
      if (to === state) break
    }
    return file
  }

  row(): Promise<TableRow> {
    return this.#api.db.selectFrom('case').selectAll().where('id', '=', this.id).executeTakeFirstOrThrow()
  }

  async set(values: TableRow): Promise<void> {
    await this.#api.db.updateTable('case').set(values).where('id', '=', this.id).execute()
  }

  /** What the page of the case brings to somebody. */
  async seenBy(part: Part | string): Promise<Record<string, unknown>> {
    const token = await this.#api.token(nameOf(part))
    const { body } = await this.#api.ask<Record<string, unknown>>('POST', `/api/wjCase/queryOne?id=${this.id}`, token)
    return body.data ?? {}
  }

  async act(action: string, form: object = {}, by?: Part | string): Promise<Taken> {
    const step = STEPS[action]
    const token = await this.#api.token(nameOf(by ?? step?.by ?? 'officer'))
    const papers = step?.files ? { files: await this.#api.upload(token) } : {}
    const body = { id: this.id, action, ...papers, ...step?.form, ...form }
    return this.#api.ask('POST', '/api-console/workflow/case', token, body)
  }

  /** Takes a step that nothing stands against; answers the state that it led to. */
  async done(action: string, form: object = {}, by?: Part | string): Promise<string> {
    const { status, body } = await this.act(action, form, by)
    if (status !== 200) throw new Error(`${action}: ${String(body.resultMsg)}`)
    return body.data?.to ?? ''
  }

  /** Why a step is refused, in words. */
  async refused(action: string, form: object = {}, by?: Part | string): Promise<string> {
    const { status, body } = await this.act(action, form, by)
    return status === 200 ? '' : String(body.resultMsg)
  }
}
