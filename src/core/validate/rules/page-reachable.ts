import { getEntry, getNode } from '../../source/node.ts'
import { BASE } from '../../overlay/layer.ts'
import type { MergedDocument, RuleContext } from '../facts/context.ts'
import type { Rule } from '../facts/rule.ts'

/** Pages that the router shows by itself, without a link to them. */
const ALWAYS = new Set(['system', 'redirect'])

export const pageReachable: Rule = {
  code: 'page-reachable',
  about: { zh: '每个页面都有菜单、链接或所属页面通向它', en: 'A menu, a link or a parent leads to every page' },
  check: (context, report) => {
    const linked = linkedRoutes(context)
    for (const page of context.of('page')) {
      if (linked.has(page.name) || isReachedOtherwise(page) || isBuiltIn(context, page.name)) continue
      report({
        origin: getEntry(page.node, 'title')?.keyOrigin ?? page.node.origin,
        zh: `页面 ${page.name} 无处可达：没有菜单、链接或 parent 通向它`,
        en: `Nothing leads to the page ${page.name}: no menu, no link, no parent`,
      })
    }
  },
}

/** A product may leave pages of the base without a menu entry: that is not reported. */
const isBuiltIn = ({ project }: RuleContext, route: string): boolean =>
  project.documents.get(`pages/${route}`)?.[0]?.layer === BASE.name

function linkedRoutes(context: RuleContext): Set<string> {
  const mentions = [...context.mentions('page', 'menuPage', 'redirect')]
  return new Set(
    mentions
      // an entity says which of the pages that somebody reaches shows its records: that alone opens none
      .filter(
        ({ document, mention }) => document.kind !== 'entity' && !['extends', 'parent'].includes(mention.path.at(-1)!),
      )
      .map(({ mention }) => mention.name),
  )
}

function isReachedOtherwise({ node }: MergedDocument): boolean {
  const kind = getNode(node, ['kind'])
  const open = getNode(node, ['open'])
  return (
    (kind?.type === 'scalar' && ALWAYS.has(String(kind.value)))
    || (open?.type === 'scalar' && open.value === true)
    || getNode(node, ['parent']) !== undefined
  )
}
