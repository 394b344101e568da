import type { Mark } from './mark.ts'

/** Numbers the marks of several panels through: `start` is the index of a panel's first mark. */
export function startsOf<P extends { marks: readonly Mark[] }>(panels: readonly P[]): (P & { start: number })[] {
  let next = 0
  return panels.map(panel => {
    const start = next
    next += panel.marks.length
    return { ...panel, start }
  })
}
