import { nearest } from '../../diagnostic/nearest.ts'
import { getEntry, getNode, getString } from '../../source/node.ts'
import type { Rule } from '../facts/rule.ts'

export const formPrefill: Rule = {
  code: 'form-prefill',
  about: {
    zh: '表单从旁边的记录带入的（beside.prefill），是那个详情页实体的字段',
    en: "What a form takes over from the record beside it (beside.prefill) are fields of that detail page's entity",
  },
  alone: true,
  check: (context, report) => {
    for (const { document, mention } of context.mentions('besideField')) {
      const { node, view } = document
      const beside = getNode(node, ['beside'])
      const route = beside?.type === 'map' ? getString(beside, 'page') : undefined
      const page = route === undefined ? undefined : context.resolver.resolve(`pages/${route}`, view.scope)?.node
      const entity = page && getString(page, 'entity')
      const fields = entity && getEntry(context.resolver.entity(entity, view.scope)?.node, 'fields')?.value
      // link-target reports a page that does not exist
      if (!fields || fields.type !== 'map' || fields.entries.has(mention.name)) continue
      report({
        origin: mention.origin,
        zh: `页面 ${route} 的实体 ${entity} 没有字段“${mention.name}”`,
        en: `The entity ${entity} of the page ${route} has no field "${mention.name}"`,
        suggestion: nearest(mention.name, fields.entries.keys()),
      })
    }
  },
}
