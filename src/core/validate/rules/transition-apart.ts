import { nearest } from '../../diagnostic/nearest.ts'
import { getEntry, getString } from '../../source/node.ts'
import type { RuleContext } from '../facts/context.ts'
import type { Mention } from '../facts/facts.ts'
import type { Problem, Rule, RuleReport } from '../facts/rule.ts'
import { membersOf } from '../facts/scope-view.ts'
import { transitionsOf, viewOf, type WorkflowView } from './workflow-view.ts'

const PERSON = 'user'

export const transitionApart: Rule = {
  code: 'transition-apart',
  about: {
    zh: 'notBy 写的是本流程由办理接口做的转移，或实体里存用户的字段',
    en: 'notBy names transitions that people take by the call of the workflow, or fields of its entity that hold users',
  },
  alone: true,
  check: (context: RuleContext, report: RuleReport) => {
    for (const document of context.of('workflow')) {
      const view = viewOf(document)
      for (const mention of document.facts.mentions) {
        const problem = mention.what === 'part' ? problemOf(mention, view, context) : undefined
        if (problem) report(problem)
      }
    }
  },
}

function problemOf({ name, origin }: Mention, view: WorkflowView, { resolver }: RuleContext): Problem | undefined {
  const steps = new Map(transitionsOf(view))
  const step = steps.get(name)
  if (step?.via !== undefined)
    return {
      origin,
      zh: `“${step.label}”不由办理接口来做（via: ${step.via}），没有记下是谁做的：请写存着那个人的字段`,
      en: `"${step.label}" is done by another call, which notes nobody as its taker: name the field with the person`,
    }
  if (step) return undefined
  const entity = resolver.entity(view.machine.doc.entity ?? '', view.document.view.scope)?.node
  const field = getEntry(getEntry(entity, 'fields')?.value, name)?.value
  if (getString(field, 'ref') === PERSON) return undefined
  if (field)
    return {
      origin,
      zh: `字段“${getString(field, 'label') ?? name}”存的不是用户（kind: ref，ref: ${PERSON}），看不出是谁`,
      en: `The field "${name}" does not hold a user (kind: ref, ref: ${PERSON})`,
    }
  return {
    origin,
    zh: `流程 ${view.document.name} 没有转移“${name}”，它的实体也没有这个字段`,
    en: `The workflow ${view.document.name} has no transition "${name}", and its entity no such field`,
    suggestion: nearest(name, [...steps.keys(), ...(entity ? membersOf(entity, 'fields') : [])]),
  }
}
