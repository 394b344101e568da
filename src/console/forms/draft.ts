/** What was typed and not saved: survives a reload, a logout and a wrong turn, in this tab. */
const keyOf = (place: string): string => `draft:${place}`

export function readDraft(place: string): Record<string, unknown> | undefined {
  const text = sessionStorage.getItem(keyOf(place))
  if (!text) return undefined
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return undefined
  }
}
export function keepDraft(place: string, values: Record<string, unknown>): void {
  try {
    sessionStorage.setItem(keyOf(place), JSON.stringify(values))
  } catch {
    // a full store loses the draft, not the form
  }
}
export function dropDraft(place: string): void {
  sessionStorage.removeItem(keyOf(place))
}
