import { listOf } from '../../overlay/resolve.ts'
import { getEntry, getNode, getString, originAt, type MapNode } from '../../source/node.ts'
import type { MergedDocument, RuleContext } from '../facts/context.ts'
import type { Rule } from '../facts/rule.ts'
import { actionsIn, callOfButton, says } from './buttons.ts'

export const batchUndo: Rule = {
  code: 'batch-undo',
  about: {
    zh: '按钮写 undo，须是勾选若干行之后逐行调用、除改动记录之外没有别的后果的接口：保存，或接口写了 undoable',
    en:
      'A button that says undo is on: [selection], makes one call a row, and its call does nothing but change records: '
      + 'a save, or one that says undoable',
  },
  alone: true,
  check: (context, report) => {
    for (const document of context.of('page')) {
      for (const [name, button] of actionsIn(document.node)) {
        const problem = says(button, 'undo') ? problemOf(name, button, document, context) : undefined
        if (problem) report({ origin: originAt(button, ['undo']), ...problem })
      }
    }
  },
}

type Words = { zh: string; en: string }

function problemOf(name: string, button: MapNode, document: MergedDocument, context: RuleContext): Words | undefined {
  if (!listOf(button, 'on').includes('selection'))
    return {
      zh: `按钮 ${name} 不在勾选的行上（on 里没有 selection），undo 不起作用`,
      en: `The button ${name} is not for selected rows (selection is not in on): undo does nothing`,
    }
  const outside = ['transition', 'together', 'then', 'file'].find(word => says(button, word))
  if (outside !== undefined)
    return {
      zh: `按钮 ${name} 写了 ${outside}，后果不只是记录的改动，不能撤销`,
      en: `The button ${name} says ${outside}: what it does is more than a change of records and cannot be undone`,
    }
  const call = callOfButton(button, document, context)
  return call === undefined || isUndoable(call, document, context)
    ? undefined
    : {
        zh: `接口 ${call} 不能撤销：它不是保存，也没有写 undoable`,
        en: `The call ${call} cannot be undone: it is no save, and does not say undoable`,
      }
}

function isUndoable(name: string, { view }: MergedDocument, { resolver }: RuleContext): boolean {
  const call = getNode(resolver.resolve('endpoints', view.scope)?.node, ['endpoints', name])
  // endpoint-exists reports one that does not exist
  if (call?.type !== 'map') return true
  const undoable = getEntry(call, 'undoable')?.value
  return getString(call, 'handler') === 'save' || (undoable?.type === 'scalar' && undoable.value === true)
}
