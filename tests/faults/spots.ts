import { isMap, isScalar, isSeq, parseDocument, type Node, type Pair, type ParsedNode } from 'yaml'
import { placeOf } from '../../src/core/overlay/layer.ts'
import type { SourceFile } from '../../src/core/index.ts'
import { isOfMap } from '../../src/core/source/node.ts'
import { kindOf, type DocumentKind } from '../../src/core/source/document.ts'
import { itemOf, memberOf, restOf, rootOf, type Word } from './language.ts'

/** From and up to which sign of the text. */
export type Span = readonly [from: number, to: number]

/** A place in a file, with what the language says of it. */
export interface Spot {
  file: SourceFile
  path: readonly string[]
  word: Word
  /** the name before the colon; a list's item has none */
  key: Span | undefined
  /** undefined where nothing is written behind the colon */
  value: Span | undefined
  /** of a single value */
  given: string | number | boolean | null | undefined
  names: readonly string[]
  inFlow: boolean
  parent: Spot | undefined
}

/** A file with all its places. */
export interface Sheet {
  file: SourceFile
  kind: DocumentKind
  /** within its layer: pages/home */
  name: string
  layer: string
  spots: readonly Spot[]
}

export function sheetsOf(files: readonly SourceFile[], pageKind: (name: string) => string | undefined): Sheet[] {
  return files.flatMap(file => {
    const place = placeOf(file.path)
    const kind = place && kindOf(place.name)
    if (!place || !kind) return []
    const root = rootOf(kind, kind === 'page' ? pageKind(place.name) : undefined)
    const spots: Spot[] = []
    const contents = parseDocument(file.text).contents
    if (contents) walk({ file, path: [], key: undefined, inFlow: false, parent: undefined }, root, contents, spots)
    return [{ file, kind, name: place.name, layer: place.layer.name, spots }]
  })
}

type Around = Pick<Spot, 'file' | 'path' | 'key' | 'inFlow' | 'parent'>

function walk(around: Around, word: Word, node: Node | null, spots: Spot[]): void {
  const spot = spotOf(around, word, node)
  spots.push(spot)
  const inFlow = around.inFlow || ((isMap(node) || isSeq(node)) && node.flow === true)
  if (isMap(node)) for (const pair of node.items) member(spot, pair as Pair<ParsedNode, ParsedNode>, inFlow, spots)
  const item = itemOf(word)
  if (!isSeq(node) || !item) return
  for (const [i, inner] of node.items.entries()) {
    const path = [...spot.path, String(i)]
    walk({ file: spot.file, path, key: undefined, inFlow, parent: spot }, item, inner as Node, spots)
  }
}

function spotOf(around: Around, word: Word, node: Node | null): Spot {
  const [from = 0, to = 0] = (node as ParsedNode | null)?.range ?? []
  return {
    ...around,
    word,
    value: node && to > from ? [from, to] : undefined,
    given: isScalar(node) ? (node.value as Spot['given']) : undefined,
    names: isMap(node) ? node.items.map(({ key }) => nameOf(key as Node)) : [],
  }
}

const nameOf = (key: Node): string => (isScalar(key) ? (key.source ?? String(key.value)) : '')

function member(parent: Spot, { key, value }: Pair<ParsedNode, ParsedNode>, inFlow: boolean, spots: Spot[]): void {
  const name = nameOf(key)
  const word = memberOf(parent.word, name) ?? restOf(parent.word)
  if (!word || isOfMap(name)) return
  const span: Span = [key.range[0], key.range[1]]
  walk({ file: parent.file, path: [...parent.path, name], key: span, inFlow, parent }, word, value, spots)
}

export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length
