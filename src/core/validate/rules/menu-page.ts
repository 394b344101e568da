import { nearest } from '../../diagnostic/nearest.ts'
import { getNode, type MapNode } from '../../source/node.ts'
import type { Rule } from '../facts/rule.ts'

/** Is the entry, or one above it, marked as planned? */
export function isPlanned(menu: MapNode, path: readonly string[]): boolean {
  return path.some((_, length) => {
    const planned = getNode(menu, [...path.slice(0, length), 'planned'])
    return planned?.type === 'scalar' && planned.value === true
  })
}

export const menuPage: Rule = {
  code: 'menu-page',
  about: {
    zh: '菜单通向存在的页面；尚未完成的标 planned，完成后去掉',
    en: 'A menu leads to pages that exist; what is not built yet is planned, and no longer planned once it is',
  },
  check: (context, report) => {
    for (const { document, mention } of context.mentions('menuPage')) {
      const known = document.view.names('page')
      const planned = isPlanned(document.node, mention.path)
      if (known.has(mention.name) === !planned) continue
      if (planned) {
        report({
          origin: mention.origin,
          zh: `页面 ${mention.name} 已经有了，请去掉 planned`,
          en: `The page ${mention.name} exists: remove planned`,
        })
      } else {
        report({
          origin: mention.origin,
          zh: `没有页面“${mention.name}”：尚未完成请写 planned: true`,
          en: `There is no page "${mention.name}": write planned: true if it is still to come`,
          suggestion: nearest(mention.name, known),
        })
      }
    }
  },
}
