/** Text with a few marks: headings, lists, paragraphs; inside a line strong, code and links. Nothing else is HTML. */
export interface Piece {
  kind: 'text' | 'strong' | 'code' | 'link'
  text: string
  /** of a link */
  to?: string
}
export type Block =
  | { kind: 'heading'; level: number; pieces: Piece[] }
  | { kind: 'paragraph'; pieces: Piece[] }
  | { kind: 'list'; isOrdered: boolean; items: Piece[][] }

const INLINE = /\*\*(.+?)\*\*|`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)/g
/** an address of ours, or of the web; never one that runs code */
const SAFE = /^(https?:\/\/|\/(?![/\\])|mailto:|tel:)/i

export function piecesOf(line: string): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const found of line.matchAll(INLINE)) {
    const [whole, strong, code, name, to] = found
    if (found.index > at) pieces.push({ kind: 'text', text: line.slice(at, found.index) })
    if (strong !== undefined) pieces.push({ kind: 'strong', text: strong })
    else if (code !== undefined) pieces.push({ kind: 'code', text: code })
    else if (name !== undefined && to !== undefined && SAFE.test(to)) pieces.push({ kind: 'link', text: name, to })
    else pieces.push({ kind: 'text', text: name ?? whole })
    at = found.index + whole.length
  }
  if (at < line.length) pieces.push({ kind: 'text', text: line.slice(at) })
  return pieces
}

export function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let isNew = true
  for (const line of text.split(/\r?\n/).map(one => one.trim())) {
    const last = blocks.at(-1)
    const heading = /^(#{1,4})\s+(.*)$/.exec(line)
    const item = /^(?:([-*])|\d+[.、])\s*(.+)$/.exec(line)
    if (line === '') isNew = true
    else if (heading)
      blocks.push({ kind: 'heading', level: heading[1]?.length ?? 1, pieces: piecesOf(heading[2] ?? '') })
    else if (item && !line.startsWith('**')) addItem(blocks, item[1] === undefined, piecesOf(item[2] ?? ''))
    else if (last?.kind === 'paragraph' && !isNew) last.pieces.push({ kind: 'text', text: '\n' }, ...piecesOf(line))
    else blocks.push({ kind: 'paragraph', pieces: piecesOf(line) })
    if (line !== '') isNew = false
  }
  return blocks
}

function addItem(blocks: Block[], isOrdered: boolean, pieces: Piece[]): void {
  const last = blocks.at(-1)
  if (last?.kind === 'list' && last.isOrdered === isOrdered) last.items.push(pieces)
  else blocks.push({ kind: 'list', isOrdered, items: [pieces] })
}

export const isSafe = (address: string): boolean => SAFE.test(address)
