import {
  isMap,
  isScalar,
  isSeq,
  Scalar,
  type LineCounter,
  type Node,
  type Pair,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'

/** A map or list of the source. */
export interface Container {
  node: YAMLMap | YAMLSeq
  flow: boolean
  /** columns before its members */
  col: number
  from: number
  to: number
  parent: Container | undefined
}

/** A member of a map or an item of a list: what comments and empty lines stand before. */
export interface Member {
  start: number
  line: number
  col: number
  /** nothing but blanks before it on its line */
  opensLine: boolean
  /** carries what stands before the member: the key, or the item itself */
  holder: Node
  /** only of a map's member */
  key: Node | undefined
  value: Node
  /** the value is a block collection in the source */
  isBlock: boolean
  container: Container
}

export interface Survey {
  members: Member[]
  containers: Container[]
}

const rangeOf = (node: Node): [number, number] => [node.range?.[0] ?? 0, node.range?.[1] ?? 0]

/** Members and containers of a parsed text, in its order. */
export function surveyOf(root: Node | null, text: string, lines: LineCounter): Survey {
  const survey: Survey = { members: [], containers: [] }
  const add = (start: number, member: Pick<Member, 'holder' | 'key' | 'value' | 'container'>): void => {
    const { line, col } = lines.linePos(start)
    const opensLine = text.slice(start - col + 1, start).trim() === ''
    survey.members.push({ start, line, col: col - 1, opensLine, isBlock: isBlock(member.value), ...member })
    visit(member.value, member.container)
  }
  const visit = (node: Node | null, parent: Container | undefined): void => {
    if (!isMap(node) && !isSeq(node)) return
    const [from, to] = rangeOf(node)
    const starts = isSeq(node) ? itemStarts(node) : []
    const col = lines.linePos(starts[0] ?? from).col - 1
    const container = { node, flow: node.flow === true, col, from, to, parent }
    survey.containers.push(container)
    if (isMap(node)) for (const pair of node.items) addPair(pair as Pair<Node, Node | null>, container, add)
    else
      for (const [at, item] of (node.items as Node[]).entries())
        add(starts[at] ?? rangeOf(item)[0], { holder: item, key: undefined, value: item, container })
  }
  visit(root, undefined)
  return survey
}

type Add = (start: number, member: Pick<Member, 'holder' | 'key' | 'value' | 'container'>) => void

function addPair(pair: Pair<Node, Node | null>, container: Container, add: Add): void {
  const { key } = pair
  const [start, end] = rangeOf(key)
  if (pair.value === null) {
    // `{a, b}`: the same as `{a:, b:}`, which has a node to hold comments
    pair.value = new Scalar(null)
    pair.value.range = [end, end, end]
  }
  add(start, { holder: key, key, value: pair.value, container })
}

/** Where the dashes of a block list are. */
function itemStarts(list: YAMLSeq): number[] {
  const token = list.srcToken
  if (token?.type !== 'block-seq') return []
  return token.items.flatMap(({ start }) => start.filter(({ type }) => type === 'seq-item-ind').map(one => one.offset))
}

export const startOf = (node: Node): number => rangeOf(node)[0]
export const endOf = (node: Node): number => rangeOf(node)[1]
export const isBlock = (node: Node): boolean => (isMap(node) || isSeq(node)) && node.flow !== true
export const isEmptyNode = (node: Node): boolean =>
  isScalar(node) && node.value === null && startOf(node) === endOf(node)
