import { visit, type Document, type LineCounter, type YAMLError } from 'yaml'
import type { Report } from '../diagnostic/diagnostic.ts'
import { SYNTAX_WORDS } from './syntax-words.ts'

/** A file as parse.ts has it. */
interface Written {
  path: string
  text: string
}

/** After these the rest is read as it is meant. */
const HARMLESS: ReadonlySet<string> = new Set(['DUPLICATE_KEY', 'BAD_ALIAS', 'BAD_DQ_ESCAPE'])

/** Reports what keeps a text from being YAML; what the library says once it has lost its way tells nobody anything. */
export function reportSyntax(doc: Document.Parsed, source: Written, lines: LineCounter, report: Report): void {
  const { path, text } = source
  const errors = [...doc.errors].sort((a, b) => a.pos[0] - b.pos[0])
  const astray = errors.findIndex(({ code }) => !HARMLESS.has(code))
  for (const error of astray < 0 ? errors : errors.slice(0, astray + 1)) {
    const isIndent = error.code === 'BAD_INDENT' || isValueAbove(errors, error)
    const { line, col } = lines.linePos(unclosed(doc, error) ?? placeOf(text, error, isIndent))
    report({
      code: 'yaml-syntax',
      severity: 'error',
      message: `YAML 语法错误：${SYNTAX_WORDS[isIndent ? 'BAD_INDENT' : error.code]}`,
      messageEn: `YAML syntax error: ${isIndent ? 'members of one map begin at the same column' : error.message}`,
      origin: { file: path, line, col },
    })
  }
}

/** A value that goes on below with a name and a colon: one of the two lines begins at a wrong column. */
const isValueAbove = (errors: readonly YAMLError[], { code, pos: [from] }: YAMLError): boolean =>
  code === 'BLOCK_AS_IMPLICIT_KEY'
  && errors.some(other => other.code === 'MULTILINE_IMPLICIT_KEY' && other.pos[0] === from)

/** Behind a colon with nothing after it the library names that place for what stands on the next line. */
function placeOf(text: string, { pos: [from] }: YAMLError, isIndent: boolean): number {
  const start = lineStart(text, from)
  const isBehind = text.slice(start, from).trim() !== ''
  const isLast = /^[ \t]*(?:#.*)?\r?$/.test(text.slice(from).split('\n', 1)[0]!)
  if (!isBehind || !(isIndent || isLast)) return from
  return isIndent && isOff(text, start) ? from : nextLine(text, from)
}

const lineStart = (text: string, from: number): number => text.lastIndexOf('\n', from - 1) + 1

/** The first sign below a place: below its line, and what is blank or a comment. */
function nextLine(text: string, from: number): number {
  const below = /\n(?:[ \t]*(?:#.*)?\r?\n)*[ \t]*/g
  below.lastIndex = from
  const found = below.exec(text)
  return found ? found.index + found[0].length : from
}

/** Whether a line does not begin two columns right of one above it, as all lines do that are written well. */
function isOff(text: string, start: number): boolean {
  const indent = text.slice(start).search(/\S/)
  if (indent % 2 !== 0) return true
  const above = text.slice(0, start).split('\n').reverse()
  const outer = above.map(line => line.search(/[^\s#]/)).find(column => column >= 0 && column < indent)
  return outer !== undefined && outer !== indent - 2
}

/** Where a quote begins that is never closed: the library names the end of the file. */
function unclosed(doc: Document.Parsed, { code, message, pos: [end] }: YAMLError): number | undefined {
  let start: number | undefined
  if (code === 'MISSING_CHAR' && message.includes('quote'))
    visit(doc, {
      Scalar: (_key, { type, range }) => {
        if (type?.startsWith('QUOTE') && range && range[0] < end) start = range[0]
      },
    })
  return start
}
