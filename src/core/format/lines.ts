/** Longest line, in characters. A Chinese character counts as one, although a terminal gives it two columns. */
export const LINE_WIDTH = 120

export const widthOf = (line: string): number => [...line].length

/** The lines of a comment in its column; empty lines stay, one at a time. */
export function commentLines(comment: string | null | undefined, pad: string): string[] {
  if (!comment) return []
  const lines = comment.split('\n').map(line => (line === '' ? '' : `${pad}#${line}`.trimEnd()))
  return lines.filter((line, at) => line !== '' || lines[at - 1] !== '')
}

/**
 * Lines with a comment behind the one at index `at`; above all of them where that line would become too long. Further
 * lines of the comment stand below its first, in its column.
 */
export function withComment(
  lines: readonly string[],
  at: number,
  comment: string | null | undefined,
  pad: string,
): string[] {
  if (!comment) return [...lines]
  const [first, ...rest] = comment.split('\n').filter(line => line !== '')
  const line = lines[at]!
  const column = ' '.repeat(line.length + 1)
  const behind = [`${line} #${first}`, ...rest.map(one => `${column}#${one}`)].map(one => one.trimEnd())
  if (behind.some(one => widthOf(one) > LINE_WIDTH)) return [...commentLines(comment, pad), ...lines]
  return [...lines.slice(0, at), ...behind, ...lines.slice(at + 1)]
}
