import { statusOf } from '../../overlay/status.ts'
import { getEntry, getNode, getString, type MapNode, type Node } from '../../source/node.ts'
import type { MergedDocument, RuleContext } from '../facts/context.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'
import { actionsIn, pageOfButton } from './buttons.ts'

/** What `via` of a transition says where one of the engine's calls takes it; a product's own says so in its code. */
const TAKEN_BY: ReadonlyMap<string, string | undefined> = new Map([
  ['save', 'save'],
  ['delete', 'delete'],
  ['workflow.act', undefined],
])

export const transitionCall: Rule = {
  code: 'transition-call',
  about: {
    zh: '按钮（或它打开的表单页）的接口做得了它写的转移：删除接口做 via: delete 的，保存接口做 via: save 的，本实体的办理接口做没有 via 的',
    en:
      "A button's call, or that of its form, can take its transition: to delete, one with via: delete; to save, one "
      + "with via: save; the entity's call of its workflow, one without via",
  },
  alone: true,
  check: (context, report) => {
    for (const document of context.of('page'))
      for (const [name, button] of actionsIn(document.node)) checkButton(name, button, document, context, report)
  },
}

function checkButton(
  name: string,
  button: MapNode,
  document: MergedDocument,
  context: RuleContext,
  report: RuleReport,
): void {
  const [code, call] = [getString(button, 'transition'), callOf(button, document, context)]
  const endpoint = getNode(context.resolver.resolve('endpoints', document.view.scope)?.node, ['endpoints', call ?? ''])
  const handler = getString(endpoint, 'handler') ?? ''
  const transitions = transitionsOf(document, context)
  const transition = getEntry(transitions, code ?? '')?.value
  // transition-exists tells of one that there is not
  if (code === undefined || !transition || !TAKEN_BY.has(handler)) return
  const [via, wanted] = [getString(transition, 'via'), TAKEN_BY.get(handler)]
  const [own, other] = [getString(document.node, 'entity'), getString(endpoint, 'entity')]
  if (via !== wanted) {
    const able = namesWith(transitions, wanted)
    const [zh, en] = able.length === 0 ? ['没有', 'none'] : [able.join('、'), able.join(', ')]
    report({
      origin: getEntry(button, 'transition')!.value.origin,
      zh: `按钮 ${name} 的接口 ${call} 做不了转移“${code}”（${said(via)}），它做 ${said(wanted)} 的：${zh}`,
      en: `${call} of ${name} cannot take "${code}" (${saidEn(via)}), but those ${saidEn(wanted)}: ${en}`,
    })
  } else if (handler === 'workflow.act' && other !== own)
    report({
      origin: getEntry(button, 'call')!.value.origin,
      zh: `接口 ${call} 办理的是实体 ${other}，本页的实体是 ${own}`,
      en: `The call ${call} takes transitions of ${other}, but the page's entity is ${own}`,
    })
}

const said = (via: string | undefined): string => (via === undefined ? '不写 via' : `via: ${via}`)
const saidEn = (via: string | undefined): string => (via === undefined ? 'without via' : `via: ${via}`)

/** The call that a button makes, or that the form makes that it opens. */
function callOf(button: MapNode, document: MergedDocument, context: RuleContext): string | undefined {
  const page = pageOfButton(button, document, context)
  return getString(button, 'call') ?? (getString(page, 'kind') === 'form' ? getString(page, 'call') : undefined)
}

function transitionsOf({ node, view }: MergedDocument, { resolver }: RuleContext): Node | undefined {
  const workflow = statusOf(resolver.entity(getString(node, 'entity') ?? '', view.scope)?.node)?.workflow
  return getEntry(resolver.resolve(`workflows/${workflow}`, view.scope)?.node, 'transitions')?.value
}

const namesWith = (transitions: Node | undefined, via: string | undefined): string[] =>
  transitions?.type === 'map'
    ? [...transitions.entries].flatMap(([code, one]) => (getString(one.value, 'via') === via ? [code] : []))
    : []
