import { useState } from 'react'

/** Series that the reader has taken out of a picture. The last one stays: an empty picture says nothing. */
export function useHidden(keys: readonly string[]): [hidden: ReadonlySet<string>, toggle: (key: string) => void] {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const toggle = (key: string) => {
    const next = new Set(hidden)
    if (!next.delete(key)) next.add(key)
    if (keys.some(one => !next.has(one))) setHidden(next)
  }
  return [hidden, toggle]
}
