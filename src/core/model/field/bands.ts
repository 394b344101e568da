/** What bands need of a dictionary's entry: key, label, tone, and the least number that it names. */
type Entry = readonly [key: string, label: string, tone?: string, from?: number | null, ...others: unknown[]]

export interface Band {
  key: string
  label: string
  tone: string
  from: number
}

/** The bands of a dictionary, the highest first. */
export const bandsOf = (entries: readonly Entry[]): Band[] =>
  entries
    .flatMap(([key, label, tone = 'default', from]) =>
      from === undefined || from === null ? [] : [{ key, label, tone, from }],
    )
    .sort((a, b) => b.from - a.from)

/** Key of the band that a number falls into; undefined below the lowest band. */
export const bandOf = (entries: readonly Entry[], value: number): string | undefined =>
  bandsOf(entries).find(({ from }) => value >= from)?.key
