import { getString, originAt } from '../../source/node.ts'
import type { Rule } from '../facts/rule.ts'

export const redirectCircle: Rule = {
  code: 'redirect-circle',
  about: { zh: '转向的页面不绕回自己', en: 'Redirects do not lead back to themselves' },
  alone: true,
  check: (context, report) => {
    for (const { name, node, view } of context.of('page')) {
      const trail = [name]
      const next = (page: typeof node | undefined): string | undefined =>
        getString(page, 'kind') === 'redirect' ? getString(page, 'page') : undefined
      let at = next(node)
      while (at !== undefined && !trail.includes(at)) {
        trail.push(at)
        at = next(context.resolver.resolve(`pages/${at}`, view.scope)?.node)
      }
      if (at !== name) continue
      report({
        origin: originAt(node, ['page']),
        zh: `这个页面转来转去回到自己：${[...trail, at].join(' → ')}`,
        en: `This page leads back to itself: ${[...trail, at].join(' → ')}`,
      })
    }
  },
}
