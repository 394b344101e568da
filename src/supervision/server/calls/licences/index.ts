import { badRequest } from '../../../../server/answer/refusal.ts'
import {
  entityOfCall,
  requiredArg,
  type CallContext,
  type Handler,
  type Handlers,
} from '../../../../server/call/context.ts'
import { recordInScope } from '../../../../server/records/read/record.ts'
import { saveRecord } from '../../../../server/records/write/save.ts'
import { leaveCarrier } from '../../licences/carrier.ts'
import { checkMark } from '../../licences/check.ts'
import { carrierAtUrl } from '../data-center/carrier-lookup.ts'

/** The carrier in the library that an address belongs to, so that its record follows its mark. */
async function carrierOf(call: CallContext, url: string): Promise<Record<string, unknown>> {
  const found = await carrierAtUrl(call, url)
  return found ? { objectKind: found['objectKind'], objectId: found['objectId'] } : { objectId: null }
}

/**
 * Stores an application: a new one gets its number, and a new address the carrier that is known there, instead of the
 * one that had the mark.
 */
const save: Handler = call =>
  saveRecord(call, async (saving, values) => {
    const { before } = saving
    const url = String(values['siteUrl'] ?? before?.['siteUrl'] ?? '')
    if (url !== before?.['siteUrl']) {
      const found = await carrierOf({ ...call, db: saving.tx }, url)
      await leaveCarrier(saving, { ...before, ...found })
      Object.assign(values, found)
    }
    return {}
  })

/** Looks whether the site opens and shows the mark; what follows is done by the system. */
const check: Handler = async call => {
  const row = await recordInScope(call.db, call, entityOfCall(call), requiredArg(call, 'applyId'))
  if (['0', '8'].includes(String(row['state']))) throw badRequest('草稿和已注销的申请不检测')
  const { opens, hangs, note } = await checkMark(call, row)
  const isWell = row['markCode'] ? hangs : opens
  return [{ code: isWell ? '1' : '0', msg: isWell ? '' : note }]
}

export const licenceCalls: Handlers = { 'license.save': save, 'license.check': check }
