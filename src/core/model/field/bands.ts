/** Entries of a dictionary, as far as bands go: key, label, tone, the least number that is called so. */
type Entry = readonly [key: string, label: string, tone?: string, from?: number]

export interface Band {
  key: string
  label: string
  tone: string
  from: number
}

/** The bands of a dictionary, the highest first. */
export const bandsOf = (entries: readonly Entry[]): Band[] =>
  entries
    .flatMap(([key, label, tone = 'default', from]) => (from === undefined ? [] : [{ key, label, tone, from }]))
    .sort((a, b) => b.from - a.from)

/** What a number is called; nothing where it lies below all bands. */
export const bandOf = (entries: readonly Entry[], value: number): string | undefined =>
  bandsOf(entries).find(({ from }) => value >= from)?.key
