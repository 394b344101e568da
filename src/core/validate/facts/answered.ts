import { labelKey } from '../../contract/api.ts'
import { NAMED_KINDS } from '../../model/field/traits.ts'
import { getNode, getString } from '../../source/node.ts'
import type { MergedDocument, RuleContext } from './context.ts'
import type { Answers } from './known-code.ts'
import { knownFields } from './known-fields.ts'

/** What a call answers, as far as it is known. */
export interface Answered {
  handler: string

  /** undefined: unknown */
  shape: 'list' | 'record' | 'value' | undefined
  /** undefined: anything */
  names: ReadonlySet<string> | undefined
}

const GENERIC: Answers = {
  list: { shape: 'list', names: [], ofEntity: true },
  one: { shape: 'record', names: [], ofEntity: true },
}

/** endpoint-exists reports a call that there is not, endpoint-handler a handler. */
export function answeredBy(context: RuleContext, { view }: MergedDocument, call: string): Answered {
  const { resolver, code, words } = context
  const node = getNode(resolver.resolve('endpoints', view.scope)?.node, ['endpoints', call])
  const [handler = '', entity] = [getString(node, 'handler'), getString(node, 'entity')]
  const answer = GENERIC[handler] ?? context.answers[handler]
  if (!answer) {
    const isBuilt = code?.handlers.includes(handler) || words?.handlers.includes(handler)
    return { handler, shape: isBuilt ? 'value' : undefined, names: undefined }
  }
  const { shape, ofEntity } = answer
  const fields =
    ofEntity && entity !== undefined ? [...knownFields(resolver.entity(entity, view.scope)?.node).values()] : []
  const known = fields.flatMap(({ name, kind, secret }) =>
    secret === true ? [] : [name, ...(NAMED_KINDS.has(kind ?? '') ? [labelKey(name)] : [])],
  )
  const names = ofEntity && known.length === 0 ? [] : [...answer.names, ...known]
  return { handler, shape, names: names.length > 0 ? new Set(names) : undefined }
}

/** Says that a call does not answer what a place needs. */
export const otherShape = (call: string, shape: 'list' | 'record'): { zh: string; en: string } =>
  shape === 'list'
    ? { zh: `接口 ${call} 应答的不是列表`, en: `The call ${call} does not answer a list` }
    : { zh: `接口 ${call} 应答的不是一条记录`, en: `The call ${call} does not answer one record` }
