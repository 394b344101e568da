import type { Document, Node } from 'yaml'

/** tells editors the schema of a file; stands first */
const EDITOR_HINT = ' yaml-language-server:'

/**
 * Takes the head of the file from its first member, because code that removes the member must not remove the head:
 * what an empty line divides from the member, or else the line for editors.
 */
export function liftHead(first: Node, document: Document.Parsed): void {
  delete first.spaceBefore
  const lines = (first.commentBefore ?? '').split('\n')
  const gap = lines.lastIndexOf('')
  if (gap > 0) document.commentBefore = lines.slice(0, gap).join('\n')
  else if (lines[0]!.startsWith(EDITOR_HINT)) document.contents!.commentBefore = lines[0]
  else return
  first.commentBefore = lines.slice(gap > 0 ? gap + 1 : 1).join('\n')
}
