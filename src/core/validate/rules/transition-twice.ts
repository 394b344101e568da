import { listOf } from '../../overlay/resolve.ts'
import { getEntry, getString, toValue, type MapNode } from '../../source/node.ts'
import type { Rule } from '../facts/rule.ts'
import { actionsIn } from './buttons.ts'

/** What makes two buttons of one transition differ for whoever presses them. */
const DIFFERENT = ['call', 'page', 'args', 'form', 'fields', 'visible', 'roles', 'then']

export const transitionTwice: Rule = {
  code: 'transition-twice',
  about: {
    zh: '同一个地方没有两个做法一样的按钮办理同一个转移',
    en: 'No two buttons of one place take the same transition in the same way',
  },
  alone: true,
  check: (context, report) => {
    for (const { node } of context.of('page')) {
      const before: [string, MapNode][] = []
      for (const one of actionsIn(node)) {
        const twin = before.find(other => isSame(one[1], other[1]))
        before.push(one)
        if (!twin) continue
        const transition = getString(one[1], 'transition')!
        // a button mostly has the name of its transition: the other one is the mistake
        const [right, wrong] = one[0] === transition ? [one, twin] : [twin, one]
        report({
          origin: getEntry(wrong[1], 'transition')!.value.origin,
          zh: `按钮 ${right[0]} 已经办理转移“${transition}”，按钮 ${wrong[0]} 与它做的完全一样`,
          en: `The button ${right[0]} takes "${transition}" already: ${wrong[0]} does the same`,
        })
      }
    }
  },
}

function isSame(one: MapNode, other: MapNode): boolean {
  const transition = getString(one, 'transition')
  if (transition === undefined || transition !== getString(other, 'transition')) return false
  const places = placesOf(other)
  const said = (button: MapNode): string => {
    const all = toValue(button) as Record<string, unknown>
    return JSON.stringify(DIFFERENT.map(key => all[key]))
  }
  return placesOf(one).some(place => places.includes(place)) && said(one) === said(other)
}

const placesOf = (button: MapNode): string[] => (getEntry(button, 'on') ? listOf(button, 'on') : ['page'])
