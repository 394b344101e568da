import type { Document, DocumentKind } from '../../source/document.ts'
import type { Origin } from '../../diagnostic/diagnostic.ts'
import type { MapNode, Node } from '../../source/node.ts'
import type { Problem, Rule, RuleReport } from '../facts/rule.ts'

/** What these files say is for reading: quotes of Chinese text belong to it. */
const PROSE: ReadonlySet<DocumentKind> = new Set(['locale', 'manual'])

export const fullWidth: Rule = {
  code: 'full-width',
  about: {
    zh: '值不用全角引号括起来，键后面不用全角冒号，列表里的名字之间不用全角逗号、顿号',
    en: 'No value stands in full-width quotes, no colon or comma between names is full-width',
  },
  check: ({ project }, report) => {
    for (const document of [...project.documents.values()].flat()) saidOf(document).forEach(report)
  },
}

/** By what is written: of files that an edit leaves as they were it says the same. */
const known = new WeakMap<MapNode, Problem[]>()
function saidOf({ node, kind }: Document): Problem[] {
  let said = known.get(node)
  if (!said) {
    const found: Problem[] = []
    check(node, problem => found.push(problem), PROSE.has(kind))
    known.set(node, (said = found))
  }
  return said
}

function check(node: Node, report: RuleReport, isProse: boolean): void {
  if (node.type === 'map') {
    for (const names of [node.order, node.only]) if (names) check(names, report, isProse)
    for (const [key, { keyOrigin, value }] of node.entries) {
      checkColon(key, keyOrigin, report)
      check(value, report, isProse)
    }
  } else if (isProse) return
  else if (node.type === 'scalar') checkQuotes(node, report)
  else
    for (const item of node.items) {
      checkCommas(item, report)
      check(item, report, isProse)
    }
}

/** What was meant for the value has become a part of the key, up to a colon within the value. */
function checkColon(key: string, origin: Origin, report: RuleReport): void {
  const [, meant] = /^(.+?)：\s*['"]/.exec(key) ?? []
  if (meant === undefined) return
  report({
    origin,
    zh: `“${meant}”后面的冒号是全角的，要用半角的“: ”`,
    en: `The colon after "${meant}" is full-width: YAML takes a plain one and a space`,
  })
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
