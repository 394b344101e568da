import { nearest } from '../../diagnostic/nearest.ts'
import { getEntry, getNode, getString, originAt } from '../../source/node.ts'
import { textsIn } from '../facts/statistic-facts.ts'
import { widgetsOf, type WidgetFacts } from '../facts/widget-facts.ts'
import type { RuleContext } from '../facts/context.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'

export const dashboardGiven: Rule = {
  code: 'dashboard-given',
  about: {
    zh:
      '文字、图片、网页的部件写了要画的（options 的 text、src、alt）；图片在本站，'
      + '网页在本站或在 app.yaml 的 frames 里',
    en:
      'Widgets of text, an image or a page say what they draw (text, src, alt of options); an image is of this site, '
      + 'a page is of this site or one of frames of app.yaml',
  },
  check: (context, report) => {
    for (const widget of widgetsOf(context)) {
      for (const name of widget.kind.needs ?? []) checkNeed(widget, name, report)
      checkAddress(context, widget, report)
    }
  },
}

function checkNeed({ node, word }: WidgetFacts, name: string, report: RuleReport): void {
  const options = getNode(node, ['options'])
  if (options && getEntry(options, name)) return
  report({
    origin: originAt(node, [options ? 'options' : 'widget']),
    zh: `部件 ${word} 的 options 要写 ${name}`,
    en: `${word} needs ${name} in its options`,
  })
}

const OWN = /^\/(?!\/)/

function checkAddress(context: RuleContext, { node, word, kind, page }: WidgetFacts, report: RuleReport): void {
  if (!kind.address) return
  const { option, of } = kind.address
  const address = getString(getNode(node, ['options']), option)
  if (address === undefined || OWN.test(address)) return
  const origin = originAt(node, ['options', option])
  if (of === 'own')
    return report({
      origin,
      zh: `部件 ${word} 的 ${option} 写本站的地址，以 / 开头：别处的图片浏览器不显示`,
      en: `${option} of ${word} is an address of this site and begins with /: browsers show no images of others`,
    })
  const app = context.resolver.resolve('app', page.view.scope)?.node
  const frames = app ? textsIn(app, 'frames').map(({ text }) => text) : []
  const site = originOf(address)
  if (site !== undefined && frames.includes(site)) return
  report({
    origin,
    zh: `部件 ${word} 的 ${option}：写本站的地址（以 / 开头），或先把“${site ?? address}”写进 app.yaml 的 frames`,
    en: `${option} of ${word} is an address of this site, or write "${site ?? address}" in frames of app.yaml`,
    suggestion: nearest(site ?? address, frames),
  })
}

function originOf(address: string): string | undefined {
  if (!/^https?:\/\//i.test(address)) return undefined
  try {
    return new URL(address).origin
  } catch {
    return undefined
  }
}
