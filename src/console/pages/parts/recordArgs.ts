/** The key of the record that an address names, and the arguments that ask for it. */
export function recordKey(key: string, search: string): string | undefined {
  return new URLSearchParams(search).get(key) || undefined
}
export function recordArgs(key: string, search: string): Record<string, unknown> {
  return { [key]: recordKey(key, search) ?? '' }
}
