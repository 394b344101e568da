import { statusOf } from '../../overlay/status.ts'
import type { Origin } from '../../diagnostic/diagnostic.ts'
import { nearest } from '../../diagnostic/nearest.ts'
import { compareLayers, placeOf } from '../../overlay/layer.ts'
import { equalNodes, getEntry, getNode, getString, type Entry } from '../../source/node.ts'
import type { MergedDocument, RuleContext } from '../facts/context.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'
import { membersOf } from '../facts/scope-view.ts'

export const transitionExists: Rule = {
  code: 'transition-exists',
  about: {
    zh: '按钮所写的转移，是本实体流程里的转移',
    en: "A button's transition is one of the workflow that the entity follows",
  },
  alone: true,
  check: (context, report) => {
    for (const { node, view } of context.of('page')) {
      const actions = getEntry(node, 'actions')?.value
      if (actions?.type !== 'map') continue
      for (const { value } of actions.entries.values()) {
        const transition = getEntry(value, 'transition')
        if (!transition) continue
        const label = getEntry(value, 'label')
        // one of the entity may be taken without the transition elsewhere
        const isOwn = label && (isOfPage(label.keyOrigin) || label.keyOrigin.file === transition.keyOrigin.file)
        checkTransition(transition, isOwn ? label : undefined, { node, view }, context, report)
      }
    }
  },
}

/** Says the same as the transition does where the button is written; an overlay above may happen to say it, too. */
function isRepeated(label: Entry, said: Entry): boolean {
  const [own, other] = [label, said].map(({ keyOrigin }) => placeOf(keyOrigin.file)?.layer)
  return equalNodes(label.value, said.value) && (!own || !other || compareLayers(own, other) >= 0)
}

const isOfPage = ({ file }: Origin): boolean => placeOf(file)?.name.startsWith('pages/') === true

function checkTransition(
  { value }: Entry,
  label: Entry | undefined,
  { node: page, view }: Pick<MergedDocument, 'node' | 'view'>,
  context: RuleContext,
  report: RuleReport,
): void {
  if (value.type !== 'scalar' || typeof value.value !== 'string') return
  const workflow = statusOf(context.resolver.entity(getString(page, 'entity') ?? '', view.scope)?.node)?.workflow
  if (workflow === undefined) {
    report({
      origin: value.origin,
      zh: '本页的实体没有流程（没有 kind: status 的字段），transition 不起作用',
      en: "The page's entity follows no workflow (it has no field of kind status): transition does nothing",
    })
    return
  }
  const node = context.resolver.resolve(`workflows/${workflow}`, view.scope)?.node
  const known = membersOf(node, 'transitions')
  const called = getString(getNode(node, ['transitions', value.value]), 'label')
  const said = getEntry(getNode(node, ['transitions', value.value]), 'label')
  if (label && said && isRepeated(label, said))
    report({
      origin: label.keyOrigin,
      zh: `这个转移就叫“${called}”：去掉 label，流程改了名字，按钮随之改`,
      en: `The transition is called "${called}" itself: leave the label out, and the button follows`,
    })
  if (known.has(value.value)) return
  report({
    origin: value.origin,
    zh: `流程 ${workflow} 没有转移“${value.value}”`,
    en: `The workflow ${workflow} has no transition "${value.value}"`,
    suggestion: nearest(value.value, known),
  })
}
