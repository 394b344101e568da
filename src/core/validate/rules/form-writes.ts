import { machineOf } from '../../workflow/machine.ts'
import { ownFields } from '../../workflow/own-fields.ts'
import { statusOf } from '../../overlay/status.ts'
import type { WorkflowDoc } from '../../model/workflow.ts'
import { getEntry, getNode, getString, toValue, type Node } from '../../source/node.ts'
import type { MergedDocument, RuleContext } from '../facts/context.ts'
import type { Rule } from '../facts/rule.ts'

export const formWrites: Rule = {
  code: 'form-writes',
  about: {
    zh: '表单不让人填写主键、状态、系统写入（readOnly）和流程自己写的字段',
    en: 'A form asks for no key, no state and nothing that the server (readOnly) or the workflow writes by itself',
  },
  alone: true,
  check: (context, report) => {
    for (const document of context.of('page')) {
      if (getString(document.node, 'kind') !== 'form' || !document.fields || !isOwnSave(document, context)) continue
      const kept = ownersOfFields(document, context)
      for (const { name, value, origin } of document.facts.keys.filter(
        ({ what, path }) => what === 'field' && path[2] === 'fields',
      )) {
        const words = isTrue(getEntry(value, 'disabled')?.value) ? undefined : kept(name)
        if (words)
          report({
            origin,
            zh: `“${name}”是${words[0]}，保存时不会接受；只给人看的写 disabled: true`,
            en: `"${name}" is ${words[1]}: no save takes it; what is only to be read says disabled: true`,
          })
      }
    }
  },
}

const isTrue = (node: Node | undefined): boolean => node?.type === 'scalar' && node.value === true

type Words = [zh: string, en: string]

/** Whether the form saves its page's own entity. A form that sends something else declares its fields itself. */
function isOwnSave({ node, view }: MergedDocument, { resolver }: RuleContext): boolean {
  const call = getNode(resolver.resolve('endpoints', view.scope)?.node, ['endpoints', getString(node, 'call') ?? ''])
  return getString(call, 'entity') === getString(node, 'entity')
}

function ownersOfFields(
  { node, view, fields }: MergedDocument,
  { resolver }: RuleContext,
): (name: string) => Words | undefined {
  const entity = resolver.entity(getString(node, 'entity') ?? '', view.scope)?.node
  const status = statusOf(entity)
  const doc = status && resolver.resolve(`workflows/${status.workflow}`, view.scope)?.node
  const isFollowed = doc && getString(doc, 'entity') === getString(node, 'entity')
  const own = isFollowed
    ? ownFields(machineOf({ states: {}, transitions: {}, ...(toValue(doc) as object) } as WorkflowDoc, status.field))
        .always
    : undefined
  return name => {
    const field = getEntry(fields, name)?.value
    const readOnly = getEntry(field, 'readOnly')?.value
    if (name === getString(entity, 'key')) return ['主键', 'the key']
    if (getString(field, 'kind') === 'status') return ['流程的状态', 'the state of a workflow']
    if (getString(field, 'kind') === 'limit') return ['流程算出的期限', 'worked out of a workflow']
    if (readOnly?.type === 'scalar' && readOnly.value === true) return ['系统写入的字段', 'written by the server']
    return own?.has(name) ? ['流程自己写的字段', 'written by the workflow'] : undefined
  }
}
