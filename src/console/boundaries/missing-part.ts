/** A part that is loaded on demand did not come: whoever tried says so here, the shell shows it once. */
const listeners = new Set<() => void>()
let missing = false

export const isPartMissing = (): boolean => missing
export function subscribeMissing(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export function setMissing(is = true): void {
  missing = is
  for (const listener of listeners) listener()
}
