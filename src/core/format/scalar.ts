import { Document, isScalar, parseDocument, Scalar, YAMLSeq, CST } from 'yaml'

const TYPES: Readonly<Record<string, string>> = {
  scalar: 'PLAIN',
  'single-quoted-scalar': 'QUOTE_SINGLE',
  'double-quoted-scalar': 'QUOTE_DOUBLE',
  'block-scalar': 'BLOCK',
}

/**
 * The lines of a scalar, without the blanks before the first: as its author spelled it (quotes, `0x1`, folding), or by
 * the library where the value is not the author's any more. `inFlow`: stands within braces or brackets, where commas
 * end a plain text. `indent`: columns before the member that holds it.
 */
export function scalarLines(node: Scalar, inFlow: boolean, indent: number): string[] {
  const token = tokenOf(node)
  if (token === undefined || !isSpelling(node, token, inFlow)) return [isEmptyNull(node) ? '' : fresh(node, inFlow)]
  if (token.type === 'block-scalar') return blockLines(token, ' '.repeat(indent + 2))
  const [first, ...rest] = token.source.split('\n')
  return [first!.trimEnd(), ...rest.map(line => (line.trim() === '' ? '' : ' '.repeat(indent + 2) + line.trim()))]
}

/** A null that is not written as a word. */
export const isEmptyNull = (node: Scalar): boolean => node.value === null && !tokenOf(node)?.source

/** How the source spells a scalar; nothing for one that code made. */
function tokenOf({ srcToken }: Scalar): CST.FlowScalar | CST.BlockScalar | undefined {
  if (srcToken === undefined) return undefined
  return srcToken.type === 'block-scalar' || CST.isScalar(srcToken) ? srcToken : undefined
}

/** Whether the source text of the node still says its value, and may stand where the node now stands. */
function isSpelling(node: Scalar, token: CST.FlowScalar | CST.BlockScalar, inFlow: boolean): boolean {
  if (!(node.type ?? '').startsWith(TYPES[token.type] ?? 'none')) return false
  if (token.type === 'block-scalar') return !inFlow && node.source === node.value
  if (token.type !== 'scalar') return node.source === node.value
  if (inFlow && /[,[\]{}]/.test(token.source)) return false
  return plainValue(token.source, node.source) === node.value
}

/** What may be something else than a text when it is not quoted. */
const OTHER = /^(~|null|true|false|[-+.\d].*)?$/i

function plainValue(written: string, text: string | undefined): unknown {
  if (!OTHER.test(written)) return text
  const { contents } = parseDocument(written)
  return isScalar(contents) ? contents.value : null
}

/** By the library: on one line, quoted where it has to be. */
function fresh(node: Scalar, inFlow: boolean): string {
  const scalar = new Scalar(node.value)
  if (node.type !== undefined) scalar.type = node.type
  if (node.format !== undefined) scalar.format = node.format
  if (node.minFractionDigits !== undefined) scalar.minFractionDigits = node.minFractionDigits
  const list = new YAMLSeq()
  list.items.push(scalar)
  list.flow = inFlow
  const options = { lineWidth: 0, flowCollectionPadding: false, blockQuote: false, singleQuote: true } as const
  const text = new Document(list).toString(options).trimEnd()
  return inFlow ? text.slice(1, -1) : text.slice(2)
}

/** Texts under `|` and `>` keep their lines; only the blanks before all of them change. */
function blockLines(token: CST.BlockScalar, pad: string): string[] {
  const header = token.props.find(({ type }) => type === 'block-scalar-header')
  const written = header && 'source' in header ? header.source : '|'
  const [digit] = /\d/.exec(written) ?? []
  const lines = token.source.split('\n')
  if (lines.at(-1) === '') lines.pop()
  const first = lines.find(line => line.trim() !== '') ?? ''
  const before = digit === undefined ? first.length - first.trimStart().length : token.indent + Number(digit)
  const content = lines.map(line => (line.length > before ? pad + line.slice(before) : ''))
  return [written.replace(/\d/, '2'), ...content]
}
