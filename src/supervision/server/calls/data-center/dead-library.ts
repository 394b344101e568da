import { fromViewKey } from '../../tables/carrier-views.ts'
import { chinaTime } from '../../../../server/db/time.ts'
import { badRequest, notFound } from '../../../../server/answer/refusal.ts'
import { probe, type Probed } from '../../probe/probe.ts'
import { requiredArg, textArg, type CallContext, type Handler, type Handlers } from '../../../../server/call/context.ts'
import { findInScope } from '../../../../server/records/read/record.ts'
import { changeCarrier, INVALID, UNVERIFIED, type CarrierRow } from '../../carriers/carrier-rows.ts'
import { carrierAddress, carrierOfKind } from '../../carriers/carriers.ts'

const REASON_MIN = 2
const REASON_MAX = 200

/** The carrier of an entry of the dead library. */
function carrierIn(call: CallContext): CarrierRow {
  const { kind, key } = fromViewKey(requiredArg(call, 'uniqueId'))
  const entity = carrierOfKind(call.entities(), kind)
  if (!entity) throw notFound()
  return { entity, key }
}

/** An entry of the dead library within the user's scope; refuses carriers that are not in it. */
async function entryOf(call: CallContext): Promise<CarrierRow & { url: string; updateTime: unknown }> {
  const carrier = carrierIn(call)
  const row = await findInScope(call.db, call.rows, carrier.entity, carrier.key)
  if (!row || (Number(row['isDead']) !== 1 && row['auditStatus'] !== INVALID))
    throw notFound('记录不存在或已不在死链库中')
  return { ...carrier, url: String(carrierAddress(carrier.entity, row) ?? ''), updateTime: row['updateTime'] }
}

const ALIVE = { isDead: 0, failCount: 0, firstFail: null }
const failed = (status: number | null, before: Record<string, unknown>) => ({
  isDead: 1,
  httpStatus: status,
  failCount: Number(before['failCount'] ?? 0) + 1,
  firstFail: before['firstFail'] ?? chinaTime(),
})

function words({ ok, status, problem }: Probed): string {
  if (ok) return ''
  return problem ?? `仍然无法打开（状态码 ${String(status)}）`
}

/**
 * Requests the address. If it answers, the link is not dead any more; the carrier leaves the library unless it is
 * invalid for another reason.
 */
const recheck: Handler = async call => {
  const { url, ...carrier } = await entryOf(call)
  if (url === '') throw badRequest('这个载体没有网址，不能复测')
  const result = await (call.probe ?? probe)(url)
  await changeCarrier(call, carrier, before => {
    if (!result.ok) return failed(result.status, before)
    return {
      ...ALIVE,
      httpStatus: result.status,
      ...(before['auditStatus'] === INVALID ? {} : { deadReason: null, restoreTime: chinaTime() }),
    }
  })
  return [{ code: result.ok ? '1' : '0', msg: words(result) }]
}

/** Moves a carrier back to the live ones, to be verified again. */
const restore: Handler = async call => {
  const entry = await entryOf(call)
  await changeCarrier(call, entry, before => ({
    ...ALIVE,
    deadReason: null,
    restoreTime: chinaTime(),
    ...(before['auditStatus'] === INVALID ? { auditStatus: UNVERIFIED } : {}),
  }))
  return textArg(call, 'uniqueId')
}

const purge: Handler = async call => {
  const reason = textArg(call, 'del_content')
  const { length } = [...reason]
  if (length < REASON_MIN || length > REASON_MAX) throw badRequest(`请填写删除原因，${REASON_MIN}到${REASON_MAX}个字`)
  const entry = await entryOf(call)
  await changeCarrier(call, entry, () => ({ delFlag: 1, del_content: reason }))
  return textArg(call, 'uniqueId')
}

export const deadLibrary: Handlers = {
  'deadku.recheck': recheck,
  'deadku.restore': restore,
  'deadku.purge': purge,
}
