import { nearest } from '../../diagnostic/nearest.ts'
import { layerOf } from '../../overlay/layer.ts'
import { namesOf } from '../../overlay/project.ts'
import { extendedBy } from '../../overlay/extended.ts'
import { scopeOfLayer } from '../../overlay/scopes.ts'
import { shortName, type Document } from '../../source/document.ts'
import { getString } from '../../source/node.ts'
import type { MergedDocument, RuleContext } from '../facts/context.ts'
import type { Rule } from '../facts/rule.ts'

export const extendsTarget: Rule = {
  code: 'extends-target',
  about: {
    zh: 'extends 指向存在的页面或统计，且不绕回自己',
    en: 'extends names a page or statistic that exists and does not come back to itself',
  },
  check: (context, report) => {
    for (const document of [...context.project.documents.values()].flat()) {
      const name = extendedBy(document.name, document.node)
      if (name === undefined) continue
      const origin = document.node.entries.get('extends')!.value.origin
      if (!isThere(context, name, document)) {
        const [target, isPage] = [shortName(name), document.kind === 'page']
        const elsewhere = context.project.documents.get(name)?.[0]
        const [hintZh, hintEn] = elsewhere
          ? [`：它只在 ${elsewhere.layer} 里`, `: only ${elsewhere.layer} has it`]
          : ['', '']
        report({
          origin,
          zh: `没有${isPage ? '页面' : '统计'}“${target}”可作底${hintZh}`,
          en: `There is no ${isPage ? 'page' : 'statistic'} "${target}" to extend${hintEn}`,
          suggestion: nearest(target, namesOf(context.project, document.kind).map(shortName)),
        })
      } else if (comesBack(context, document.name)) {
        report({ origin, zh: 'extends 绕回了自己', en: 'extends comes back to itself' })
      } else {
        const [own, other] = [getString(document.node, 'kind'), kindOf(context, name)]
        if (own !== undefined && other !== undefined && own !== other)
          report({
            origin,
            zh: `页面 ${shortName(name)} 是 ${other}，不能作 ${own} 的底`,
            en: `The page ${shortName(name)} is a ${other}, which no ${own} extends`,
          })
      }
    }
  },
}

/** Whether those for whom the document is have the other one: an area has no page of another area. */
const isThere = ({ resolver }: RuleContext, name: string, { layer }: Document): boolean =>
  resolver.documents(name, scopeOfLayer(layerOf(layer)!)).length > 0

/** Kind of a page, its own or what it inherits. */
function kindOf({ resolver }: RuleContext, name: string): string | undefined {
  return getString(resolver.resolve(name, {})?.node, 'kind')
}

function comesBack({ project }: RuleContext, name: string): boolean {
  const seen = new Set<string>()
  let at: string | undefined = name
  while (at !== undefined && !seen.has(at)) {
    seen.add(at)
    const targets: string[] = (project.documents.get(at) ?? []).flatMap(
      document => extendedBy(document.name, document.node) ?? [],
    )
    at = targets[0]
  }
  return at === name
}

/**
 * Whether the page that this one extends exists. Otherwise all it lacks is due to that, and other rules need not report
 * it.
 */
export const extendsExistingPage = ({ node, view }: MergedDocument): boolean => {
  const target = getString(node, 'extends')
  return target === undefined || view.names('ground').has(target)
}
