import { shortName } from '../../source/document.ts'
import { getEntry } from '../../source/node.ts'
import type { Rule } from '../facts/rule.ts'

const KINDS = new Set(['dictionary', 'entity', 'mixin', 'workflow', 'statistic', 'manual'])

export const fileName: Rule = {
  code: 'file-name',
  about: { zh: '文件里写的名字与文件名相同', en: 'The name in a file is the name of the file' },
  check: ({ project }, report) => {
    for (const document of [...project.documents.values()].flat()) {
      const entry = KINDS.has(document.kind) ? getEntry(document.node, document.kind) : undefined
      if (entry?.value.type !== 'scalar') continue
      const [said, name] = [String(entry.value.value), shortName(document.name)]
      if (said === name) continue
      report({
        origin: entry.value.origin,
        zh: `${document.kind} 写的是“${said}”，文件名却是 ${name}`,
        en: `${document.kind} says "${said}", the file is named ${name}`,
        suggestion: name,
      })
    }
  },
}
