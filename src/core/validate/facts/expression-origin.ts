import type { Origin } from '../../diagnostic/diagnostic.ts'
import type { Project } from '../../overlay/project.ts'

const lines = new WeakMap<object, string[]>()

/** Position in the file of a character within a text value. For block texts (| and >) only the start is known. */
export function originInText(project: Project, origin: Origin, offset: number): Origin {
  const source = project.sources.get(origin.file)
  if (!source) return origin
  let known = lines.get(source)
  if (!known) lines.set(source, (known = source.text.split('\n')))
  const line = known[origin.line - 1] ?? ''
  const first = line[origin.col - 1]
  if (first === '|' || first === '>') return origin
  const col = origin.col + offset + (first === '"' || first === "'" ? 1 : 0)
  return col <= line.length + 1 ? { ...origin, col } : origin
}
