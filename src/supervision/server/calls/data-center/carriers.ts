import type { TableRow } from '../../../../server/db/database.ts'
import type { Entity } from '../../../../server/db/tables/models.ts'
import { chinaTime } from '../../../../server/db/time.ts'
import { Refusal } from '../../../../server/answer/refusal.ts'
import {
  entityOfCall,
  requiredArg,
  signedInUser,
  type CallContext,
  type Handler,
  type Handlers,
} from '../../../../server/call/context.ts'
import { aroundOf } from '../../../../server/records/write/judge-fields.ts'
import { judge } from '../../../../server/records/write/validate.ts'
import { choices } from '../../../../server/call/values.ts'
import { labelCodes, unlabelCodes } from '../../labels/by-codes.ts'
import { labelByRule } from '../../labels/by-rule.ts'
import { giveLabels, LABEL_MODES, labelsFor, labelsNamed, takeLabels } from '../../labels/labelling.ts'
import { changeCarrier, INVALID, type CarrierRow } from '../../carriers/carrier-rows.ts'

const VERIFIED = ['auditStatus', 'websiteProperty', 'businessType', 'isMatching', 'opinion', 'remark']
/** dictionaries/deadReason: reasons that concern the link itself; all others make the record invalid */
const DEAD_LINKS = new Set(['1', '5'])

const carrierOf = (call: CallContext): CarrierRow => {
  const entity = entityOfCall(call)
  return { entity, key: requiredArg(call, entity.key) }
}

/** Validates the call's fields by the entity; fields that are not sent are left out. */
function judged(call: CallContext, entity: Entity, names: readonly string[], required: string): TableRow {
  requiredArg(call, required)
  const around = aroundOf(call)
  const values: TableRow = {}
  const errors: Record<string, string> = {}
  for (const field of entity.fields.filter(({ name }) => names.includes(name) && name in call.args)) {
    const result = judge(field, call.args[field.name], around)
    if ('error' in result) errors[field.name] = result.error
    else values[field.name] = result.value
  }
  const messages = Object.values(errors)
  if (messages.length > 0) throw new Refusal(400, messages.join('；'), errors)
  return values
}

const verify: Handler = async call => {
  const carrier = carrierOf(call)
  const values = judged(call, carrier.entity, VERIFIED, 'auditStatus')
  await changeCarrier(call, carrier, () => ({ ...values, auditBy: signedInUser(call).id, auditTime: chinaTime() }))
  return carrier.key
}

const markDead: Handler = async call => {
  const carrier = carrierOf(call)
  const values = judged(call, carrier.entity, ['deadReason'], 'deadReason')
  // what is never verified cannot be found invalid: its link is dead
  const isLink = DEAD_LINKS.has(String(values['deadReason'])) || !carrier.entity.byName.has('auditStatus')
  const marks = isLink ? { isDead: 1 } : { auditStatus: INVALID }
  await changeCarrier(call, carrier, () => ({
    ...values,
    ...marks,
    deadTime: chinaTime(),
    deadBy: signedInUser(call).id,
    restoreTime: null,
  }))
  return carrier.key
}

/** Labels by hand; a batch says so, because nobody has looked at each of its carriers. */
const modeOf = (call: CallContext) => (call.noted ? LABEL_MODES.inBatch : LABEL_MODES.byHand)

const label: Handler = async call => {
  const carrier = carrierOf(call)
  const labels = await labelsFor(call, carrier.entity, choices(requiredArg(call, 'labelIds')))
  await changeCarrier(call, carrier, (row, tx) => giveLabels({ call, tx, carrier, row }, labels, modeOf(call)))
  return carrier.key
}

const unlabel: Handler = async call => {
  const carrier = carrierOf(call)
  const labels = await labelsNamed(call, choices(requiredArg(call, 'labelIds')))
  await changeCarrier(call, carrier, (row, tx) => takeLabels({ call, tx, carrier, row }, labels))
  return carrier.key
}

export const carriers: Handlers = {
  'carrier.verify': verify,
  'carrier.markDead': markDead,
  'carrier.label': label,
  'carrier.unlabel': unlabel,
  'carrier.labelByRule': labelByRule,
  'carrier.labelCodes': labelCodes,
  'carrier.unlabelCodes': unlabelCodes,
}
