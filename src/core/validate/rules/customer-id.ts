import { layerOf } from '../../overlay/layer.ts'
import { getEntry } from '../../source/node.ts'
import type { Rule } from '../facts/rule.ts'

export const customerId: Rule = {
  code: 'customer-id',
  about: { zh: '客户编号、地区编码与所在文件夹同名', en: 'Customer ids and area codes are the names of their folders' },
  check: ({ project }, report) => {
    for (const document of [...project.documents.values()].flat()) {
      if (document.kind !== 'customer' && document.kind !== 'area') continue
      const folder = layerOf(document.layer)?.[document.kind]
      const entry = getEntry(document.node, document.kind)
      if (entry?.value.type !== 'scalar' || String(entry.value.value) === folder) continue
      const said = String(entry.value.value)
      report({
        origin: entry.value.origin,
        zh: `${document.kind} 写的是“${said}”，文件夹却是 ${document.layer}`,
        en: `${document.kind} says "${said}", the folder is ${document.layer}`,
        suggestion: folder,
      })
    }
  },
}
