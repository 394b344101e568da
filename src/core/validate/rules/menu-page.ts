import { nearest } from '../../diagnostic/nearest.ts'
import type { Rule } from '../facts/rule.ts'

export const menuPage: Rule = {
  code: 'menu-page',
  about: {
    zh: '菜单通向存在的页面',
    en: 'A menu leads to pages that exist',
  },
  alone: true,
  check: (context, report) => {
    for (const { document, mention } of context.mentions('menuPage')) {
      const known = document.view.names('page')
      if (known.has(mention.name)) continue
      report({
        origin: mention.origin,
        zh: `没有页面“${mention.name}”：请写这个页面，或去掉这一项菜单`,
        en: `There is no page "${mention.name}": write it, or leave this entry out of the menu`,
        suggestion: nearest(mention.name, known),
      })
    }
  },
}
