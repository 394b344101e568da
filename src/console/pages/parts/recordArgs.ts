/** The key of the record named in an address, and the arguments to load it. */
export function recordKey(key: string, search: string): string | undefined {
  return new URLSearchParams(search).get(key) || undefined
}
export function recordArgs(key: string, search: string): Record<string, unknown> {
  return { [key]: recordKey(key, search) ?? '' }
}
