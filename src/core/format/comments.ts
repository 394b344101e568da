import { CST, Lexer, type LineCounter } from 'yaml'

/** A comment of a file, with what its place says of it. */
export interface Comment {
  /** without the `#`; one blank where nothing follows it, so that it differs from an empty line */
  text: string
  offset: number
  line: number
  /** columns before it */
  col: number
  /** kind of the token before it on its line; undefined where the comment has the line for itself */
  after: string | undefined
}

/** Every comment of a text, in order. */
export function commentsOf(text: string, lines: LineCounter): Comment[] {
  const found: Comment[] = []
  let [offset, isText] = [0, false]
  let after: string | undefined
  for (const lexeme of new Lexer().lex(text)) {
    const type = isText ? 'text' : CST.tokenType(lexeme)
    isText = type === 'scalar'
    // these mark what follows, and are no part of the text
    if (type === 'scalar' || type === 'doc-mode' || type === 'flow-error-end') continue
    if (type === 'comment') {
      const { line, col } = lines.linePos(offset)
      found.push({ text: lexeme.slice(1).trimEnd() || ' ', offset, line, col: col - 1, after })
    } else if (lexeme.endsWith('\n')) after = undefined
    else if (type !== 'space') after = type ?? undefined
    offset += lexeme.length
  }
  return found
}
