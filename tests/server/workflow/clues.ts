import { randomUUID } from 'node:crypto'
import { chinaTime } from '../../../src/server/db/time.ts'
import type { Answer, Api } from '../support/api.ts'

export const ACT = '/api-console/workflow/clue'
export const ONE = '/api-im/ivIdIllegalResult/viewsDetail'

/** A clue of one's own making, in any state: what the demonstration has is left alone. */
export async function clueIn(api: Api, state: string, more: Record<string, unknown> = {}): Promise<string> {
  const resultId = `t-${randomUUID()}`
  const areaCode = String(more['areaCode'] ?? '340402')
  await api.db
    .insertInto('illegalResult')
    .values({
      resultId,
      clueNo: resultId.slice(0, 20),
      areaCode,
      provinceCode: areaCode.slice(0, 2),
      customerId: '87190',
      delFlag: 0,
      objectName: '样例网店',
      objectUrl: 'https://a.example/',
      subjectName: '样例公司',
      illegalCategory: '01',
      illegalDesc: '涉嫌违法',
      resultStatus: state,
      finishState: 0,
      overdue: 0,
      updateTime: '2026-01-05 09:00:00',
      ...more,
    })
    .execute()
  return resultId
}

const opinion = '情况属实'
/** A form that each transition accepts. */
export function formOf(action: string, toOrg: string): Record<string, unknown> {
  const forms: Record<string, Record<string, unknown>> = {
    ys: { toOrg, transferReason: '1' },
    pf: { toOrg, requirement: '尽快核查' },
    th: { returnReason: '1', opinion },
    cl: {
      processMode: '1',
      checkResult: '2',
      checkDate: chinaTime().slice(0, 10),
      checkers: '甲、乙',
      measures: '责令改正',
      rectifyLimit: '2099-12-31',
    },
    confirm: { illegalCategory: '01', illegalDesc: '夸大宣传' },
    delay: { delayDays: 5, opinion },
    decideDelay: { agree: 1 },
  }
  return forms[action] ?? { opinion }
}

export async function take(
  api: Api,
  token: string,
  resultId: string,
  action: string,
  form: object = {},
): Promise<Answer<{ from: string; to: string; created: Record<string, string> }>> {
  const proof = action === 'confirm' ? { evidenceIds: await api.upload(token) } : {}
  return api.ask('POST', ACT, token, { resultId, action, ...proof, ...form })
}

export async function clueRow(api: Api, resultId: string): Promise<Record<string, unknown>> {
  return await api.db.selectFrom('illegalResult').selectAll().where('resultId', '=', resultId).executeTakeFirstOrThrow()
}

export async function mayOf(api: Api, token: string, resultId: string): Promise<string[]> {
  const { body } = await api.ask<Record<string, unknown>>('GET', `${ONE}?illegalId=${resultId}`, token)
  return (body.data?.['$may'] ?? []) as string[]
}
