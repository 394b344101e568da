import type { Origin, Report } from '../diagnostic/diagnostic.ts'
import type { MapNode, Node } from './node.ts'
import type { SourceFile } from './file.ts'

/** Signs of a file: five times what the longest of a product has. What reads YAML is slow on lines without end. */
export const LONGEST_FILE = 300_000
/** Levels of a file, ten times what a product has: what walks through a tree keeps its place at each of them. */
export const DEEPEST = 100
/** So many brackets that nothing closes stand in no text: what reads YAML would have to remember each. */
const MOST_OPEN = 1000

/** Whether a file can be read at all: before anybody asks whether it is YAML. */
export function isLegible({ path, text }: SourceFile, report: Report): boolean {
  const [at, code, zh, en] = problemOf(text) ?? []
  if (at === undefined) return true
  const origin = { file: path, line: text.slice(0, at).split('\n').length, col: 1 }
  report({ code: code!, severity: 'error', message: zh!, messageEn: en!, origin })
  return false
}

type Wrong = readonly [at: number, code: string, zh: string, en: string]

function problemOf(text: string): Wrong | undefined {
  const strange = text.search(/[\uFFFD\0]/)
  if (strange >= 0)
    return [
      strange,
      'file-encoding',
      '文件不是 UTF-8 编码，这里的文字读不出来：请在编辑器里另存为 UTF-8（不是 GBK、UTF-16）',
      'The file is not in UTF-8, so this text cannot be read: save it as UTF-8 (not GBK or UTF-16)',
    ]
  if (text.length > LONGEST_FILE)
    return [
      0,
      'file-size',
      `文件有 ${text.length} 个字符，超过 ${LONGEST_FILE} 个：请分成几个文件`,
      `The file has ${text.length} characters, more than ${LONGEST_FILE}: divide it into several files`,
    ]
  const steep = steepAt(text)
  return steep === undefined ? undefined : [steep, ...TOO_DEEP]
}

const TOO_DEEP = [
  'yaml-depth',
  `嵌套超过 ${DEEPEST} 层：请减少层数（括号是不是没有写完？）`,
  `More than ${DEEPEST} levels lie in each other: take some away (are there brackets that nothing closes?)`,
] as const

/** Where more is open than any text has: brackets, or dashes one behind the other. */
function steepAt(text: string): number | undefined {
  const dashes = text.search(/(?:[-?] {1,9}){100}/)
  if (dashes >= 0) return dashes
  let open = 0
  for (const { 0: sign, index } of text.matchAll(/[[\]{}]/g)) {
    open = Math.max(0, open + (sign === '[' || sign === '{' ? 1 : -1))
    if (open > MOST_OPEN) return index
  }
  return undefined
}

/** Whether what walks through a tree can do so. */
export function isShallow(tree: MapNode, report: Report): boolean {
  const origin = below(tree, DEEPEST)
  const [code, message, messageEn] = TOO_DEEP
  if (origin) report({ code, severity: 'error', message, messageEn, origin })
  return origin === undefined
}

/** Where something lies deeper than so many levels. */
function below(node: Node, levels: number): Origin | undefined {
  if (levels === 0) return node.origin
  const inner = node.type === 'map' ? [...node.entries.values()].map(({ value }) => value) : []
  for (const one of node.type === 'list' ? node.items : inner) {
    const origin = one.type === 'scalar' ? undefined : below(one, levels - 1)
    if (origin) return origin
  }
  return undefined
}
