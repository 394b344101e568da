import {
  LineCounter,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  parseDocument,
  type ParsedNode,
  type Pair,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import type { Origin, Report } from '../diagnostic/diagnostic.ts'
import { isShallow } from './legible.ts'
import { readFormed } from './formed.ts'
import { reportSyntax } from './syntax.ts'
import { SYNTAX_WORDS } from './syntax-words.ts'
import type { SourceFile } from './file.ts'
import { isOfMap, ORDER, type Entry, type ListNode, type MapNode, type Node, type Scalar } from './node.ts'

interface Reading {
  file: string
  lines: LineCounter
  report: Report
}

/** Text → tree with positions. Undefined when the file is broken or empty; the reasons are reported. */
export function parseSource(source: SourceFile, report: Report): MapNode | undefined {
  const tree = readFormed(source.text, source.path) ?? parseAny(source, report)
  return tree && isShallow(tree, report) ? tree : undefined
}

/** The same by the yaml library, which knows all of YAML and says what is wrong with a text. */
export function parseAny(source: SourceFile, report: Report): MapNode | undefined {
  const reading: Reading = { file: source.path, lines: new LineCounter(), report }
  // keys stay text as written: YAML would read the dictionary code 01 as the number 1
  const doc = parseDocument(source.text, { lineCounter: reading.lines, prettyErrors: false, uniqueKeys: true })
  reportSyntax(doc, source, reading.lines, report)
  if (doc.errors.length > 0) return undefined
  const contents = doc.contents
  if (!isMap(contents)) {
    report({
      code: 'yaml-not-a-map',
      severity: 'error',
      message: '文件为空或最外层不是映射（应为“键: 值”）',
      messageEn: 'The file is empty or its outermost value is not a map (key: value)',
      origin: { file: source.path, line: 1, col: 1 },
    })
    return undefined
  }
  return readMap(contents as YAMLMap.Parsed, reading)
}

function at(reading: Pick<Reading, 'file' | 'lines'>, offset: number): Origin {
  const { line, col } = reading.lines.linePos(offset)
  return { file: reading.file, line, col }
}

function read(node: ParsedNode | null, reading: Reading, fallback: Origin): Node {
  if (node === null) return { type: 'scalar', value: null, origin: fallback }
  if (isMap(node)) return readMap(node as YAMLMap.Parsed, reading)
  if (isSeq(node)) return readList(node as YAMLSeq.Parsed, reading)
  const origin = at(reading, node.range[0])
  if (isAlias(node)) {
    reading.report({
      code: 'yaml-alias',
      severity: 'error',
      message: '不支持 YAML 锚点与别名：请用 extends 或 mixins 复用',
      messageEn: 'YAML anchors and aliases are not part of the language: reuse with extends or mixins',
      origin,
    })
    return { type: 'scalar', value: null, origin }
  }
  // an empty value has no position of its own, so it gets its key's
  const isBlank = node.value === null && node.range[0] === node.range[1]
  return { type: 'scalar', value: toScalar(node.value), origin: isBlank ? fallback : origin }
}

const toScalar = (value: unknown): Scalar =>
  value === null || typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string'
    ? value
    : String(value)

function readList(seq: YAMLSeq.Parsed, reading: Reading): ListNode {
  const origin = at(reading, seq.range[0])
  return { type: 'list', items: seq.items.map(item => read(item as ParsedNode, reading, origin)), origin }
}

function readMap(map: YAMLMap.Parsed, reading: Reading): MapNode {
  const entries = new Map<string, Entry>()
  const said: Pick<MapNode, 'order' | 'only'> = {}
  for (const pair of map.items) {
    const [key, entry] = readPair(pair as Pair<ParsedNode, ParsedNode | null>, reading)
    if (entries.has(key)) reportTwice(entry.keyOrigin, reading)
    if (!isOfMap(key)) entries.set(key, entry)
    else if (entry.value.type === 'list') said[key === ORDER ? 'order' : 'only'] = entry.value
    else reportNoList(key, entry.keyOrigin, reading)
  }
  return { type: 'map', entries, origin: at(reading, map.range[0]), ...said }
}

/** To YAML 2 is a number and '2' a text, but a name is a name. */
function reportTwice(origin: Origin, { report }: Reading): void {
  report({
    code: 'yaml-syntax',
    severity: 'error',
    message: `YAML 语法错误：${SYNTAX_WORDS.DUPLICATE_KEY}`,
    messageEn: 'YAML syntax error: Map keys must be unique',
    origin,
  })
}

function reportNoList(word: string, origin: Origin, { report }: Reading): void {
  report({
    code: 'schema/type',
    severity: 'error',
    message: `${word} 应为列表，如 ${word}: [甲, 乙]`,
    messageEn: `${word} should be a list, as in ${word}: [a, b]`,
    origin,
  })
}

function readPair(pair: Pair<ParsedNode, ParsedNode | null>, reading: Reading): [string, Entry] {
  const keyOrigin = at(reading, pair.key.range[0])
  // takes the source text, because a code such as 01 must keep its zero
  const key = isScalar(pair.key) ? (pair.key.source ?? String(pair.key.value)) : String(pair.key)
  return [key, { keyOrigin, value: read(pair.value, reading, keyOrigin) }]
}
