import { sql } from 'kysely'
import { chinaTime } from '../../../../server/db/time.ts'
import { chainChecker, type ChainChecker } from '../../evidence/chain.ts'
import { allowedUrl } from '../../evidence/address.ts'
import { enqueue } from '../../evidence/queue.ts'
import { NO_BROWSER, type Evidence } from '../../evidence/service.ts'
import { keepVerdict, verified } from '../../evidence/verify.ts'
import { badRequest, notFound, Refusal } from '../../../../server/answer/refusal.ts'
import { audit } from '../../../../server/call/audit.ts'
import {
  entityOfCall,
  requiredArg,
  signedInUser,
  afterCommit,
  type CallContext,
  type Handler,
  type Handlers,
} from '../../../../server/call/context.ts'
import { planList } from '../../../../server/records/read/plan-list.ts'
import type { ListQuery } from '../../../../server/call/list-query.ts'
import { recordInScope } from '../../../../server/records/read/record.ts'
import { saveRecord } from '../../../../server/records/write/save.ts'
import { choices } from '../../../../server/call/values.ts'

const BY_SERVER = '2'
const MOST_STEPS = 20
const MOST_WAITING = 20
const MOST_VERIFIED = 100

export function evidenceOf({ evidence }: CallContext): Evidence {
  if (!evidence?.capture) throw new Refusal(503, NO_BROWSER)
  return evidence
}

/** Called before the form is shown: the reason why capturing is impossible, if it is. */
const ready: Handler = ({ evidence }) => (evidence?.capture ? { ok: true, text: '' } : { ok: false, text: NO_BROWSER })

async function refuseTooMany(call: CallContext): Promise<void> {
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from evidence where "createBy" = ${signedInUser(call).id}
    and "captureState" in ('1', '2') and "delFlag" = 0`.execute(call.db)
  if (Number(rows[0]?.n) >= MOST_WAITING) throw badRequest(`已有 ${MOST_WAITING} 个取证在排队，请等它们完成后再试`)
}

/** Starts a capture: stores the record and queues the work. */
const capture: Handler = async call => {
  const evidence = evidenceOf(call)
  const user = signedInUser(call)
  if (Array.isArray(call.args['steps']) && call.args['steps'].length > MOST_STEPS)
    throw badRequest(`操作步骤不能超过 ${MOST_STEPS} 步`)
  await refuseTooMany(call)
  const key = await saveRecord(
    call,
    async (_saving, values) => {
      const area = user.areaCode
      const problem = allowedUrl(String(values['targetUrl'] ?? ''))
      Object.assign(values, {
        mode: BY_SERVER,
        captureState: '1',
        startTime: chinaTime(),
        officer: user.id,
        areaCode: area,
        verifyState: '0',
      })
      return (problem === undefined ? {} : { targetUrl: problem }) as Record<string, string>
    },
    async (tx, work) => {
      const id = await work()
      await enqueue(tx, id)
      return id
    },
  )
  afterCommit(call, () => evidence.wake())
  return key
}

/** Repeats a failed capture. */
const again: Handler = async call => {
  const evidence = evidenceOf(call)
  const id = requiredArg(call, 'id')
  await call.db.transaction().execute(async tx => {
    const row = await recordInScope(tx, call, entityOfCall(call), id, true)
    if (row['captureState'] !== '4' || row['state'] !== '0') throw badRequest('只有失败的取证可以重新进行')
    await enqueue(tx, id)
    await audit(tx, call, {
      action: call.endpoint.name,
      entity: 'evidence',
      objectId: id,
      before: row,
      after: { ...row, captureState: '1' },
    })
  })
  afterCommit(call, () => evidence.wake())
  return id
}

interface Result {
  code: '0' | '1'
  msg: string
  id: string
}

async function verifyOne(call: CallContext, id: string, walk: ChainChecker): Promise<Result> {
  const row = await recordInScope(call.db, call, entityOfCall(call), id).catch(() => undefined)
  if (!row) return { code: '0', msg: notFound().message, id }
  const verdict = await verified(call, { time: call.evidence?.time }, row, walk)
  const name = String(row['evidenceNo'] ?? id)
  if (!verdict) return { code: '0', msg: `${name}：还没有固定，无可校验`, id }
  await keepVerdict(call, row, verdict)
  return { code: verdict.state === '1' ? '1' : '0', msg: `${name}：${verdict.text}`, id }
}

/** Verifies several pieces; one result for each (R8.04). */
const verify: Handler = async call => {
  const ids = [...new Set(choices(call.args['id']))]
  if (ids.length === 0) throw badRequest('请选择要校验的证据')
  if (ids.length > MOST_VERIFIED) throw badRequest(`一次最多校验 ${MOST_VERIFIED} 份`)
  const results: Result[] = []
  const walk = chainChecker(call.db)
  for (const id of ids) results.push(await verifyOne(call, id, walk))
  return results
}

/** Captures of the user. */
const ownEvidenceQuery = (call: CallContext): Promise<ListQuery> =>
  planList(call, [sql<boolean>`"createBy" = ${signedInUser(call).id}`])

export const evidences: Handlers = {
  'evidence.ready': ready,
  'evidence.capture': capture,
  'evidence.again': again,
  'evidence.verify': verify,
  'evidence.mine': { query: ownEvidenceQuery },
}
