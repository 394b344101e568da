import type { DocumentKind } from '../../source/document.ts'
import type { Node } from '../../source/node.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'

/** What these files say is for reading: quotes of Chinese text belong to it. */
const PROSE: ReadonlySet<DocumentKind> = new Set(['locale', 'manual'])

export const fullWidth: Rule = {
  code: 'full-width',
  about: {
    zh: '值不用全角引号括起来，列表里的名字之间不用全角逗号、顿号',
    en: 'No value stands in full-width quotes, no names of a list are parted by full-width commas',
  },
  check: ({ project }, report) => {
    for (const document of [...project.documents.values()].flat())
      if (!PROSE.has(document.kind)) check(document.node, report)
  },
}

function check(node: Node, report: RuleReport): void {
  if (node.type === 'map') {
    if (node.order) check(node.order, report)
    for (const { value } of node.entries.values()) check(value, report)
  } else if (node.type === 'scalar') checkQuotes(node, report)
  else
    for (const item of node.items) {
      checkCommas(item, report)
      check(item, report)
    }
}

type Scalar = Extract<Node, { type: 'scalar' }>

function checkQuotes({ value, origin }: Scalar, report: RuleReport): void {
  const inner = typeof value === 'string' ? /^(?:“([^“”]*)”|‘([^‘’]*)’)$/.exec(value) : null
  if (!inner) return
  report({
    origin,
    zh: `${String(value)} 的引号是全角的，会原样显示：YAML 的引号要用半角的，文字一般不用引号`,
    en: `The quotes of ${String(value)} are full-width and would be shown: YAML takes plain ones, most texts need none`,
    suggestion: inner[1] ?? inner[2] ?? '',
  })
}

const NAME = /^[A-Za-z_$][\w.$]*$/
function checkCommas(item: Node, report: RuleReport): void {
  const names = item.type === 'scalar' && typeof item.value === 'string' ? item.value.split(/\s*[，、]\s*/) : []
  if (names.length < 2 || !names.every(name => NAME.test(name))) return
  report({
    origin: item.origin,
    zh: '列表里各项之间的逗号要用半角的“, ”',
    en: 'The items of a list are parted by a plain comma and a space',
    suggestion: names.join(', '),
  })
}
