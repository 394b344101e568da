import { getEntry, getString } from '../../source/node.ts'
import type { RuleContext } from '../facts/context.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'

const GENERIC = new Set(['list', 'one', 'save', 'delete'])

export const endpointEntity: Rule = {
  code: 'endpoint-entity',
  about: {
    zh: '通用接口写明实体；页面取数和保存的接口属于页面的实体',
    en: "Generic calls name their entity; a page reads and saves by calls of the page's entity",
  },
  check: (context, report) => {
    for (const { node } of context.of('endpoints')) {
      const endpoints = getEntry(node, 'endpoints')?.value
      if (endpoints?.type !== 'map') continue
      for (const [name, { keyOrigin, value }] of endpoints.entries) {
        const handler = getString(value, 'handler')
        if (handler === undefined || !GENERIC.has(handler) || getString(value, 'entity') !== undefined) continue
        report({
          origin: keyOrigin,
          zh: `接口 ${name} 由实体通用应答（handler: ${handler}），须写 entity`,
          en: `The call ${name} is answered by an entity (handler: ${handler}) and needs entity`,
        })
      }
    }
    checkPages(context, report)
  },
}

function checkPages(context: RuleContext, report: RuleReport): void {
  for (const { node, view } of context.of('page')) {
    const entity = getString(node, 'entity')
    const endpoints = context.resolver.resolve('endpoints', view.scope)?.node
    for (const key of ['source', 'call']) {
      const entry = getEntry(node, key)
      const name = getString(node, key)
      if (!entry || name === undefined || entity === undefined || !view.names('entity').has(entity)) continue
      const call = getEntry(getEntry(endpoints, 'endpoints')?.value, name)?.value
      const served = getString(call, 'entity')
      if (served === undefined || served === entity) continue
      report({
        origin: entry.value.origin,
        zh: `接口 ${name} 属于实体 ${served}，页面讲的却是 ${entity}`,
        en: `The call ${name} is about ${served}, the page is about ${entity}`,
      })
    }
  }
}
