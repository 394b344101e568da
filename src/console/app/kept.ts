/**
 * What the browser keeps for us: for a `tab` or for all. Another version may have written it, people and extensions
 * change it, and some browsers keep nothing at all: what cannot be read is absent, what cannot be kept is forgotten.
 */
type Where = 'tab' | 'browser'

/** `of`: what it is kept of, where there is one for each page or person. */
export interface Kept<T> {
  read(of?: string): T | undefined
  /** nothing is kept any more of undefined */
  keep(value: T | undefined, of?: string): void
}

// a browser that keeps nothing throws as soon as it is asked for its storage
const storage = (where: Where): Storage => (where === 'tab' ? sessionStorage : localStorage)
const keyOf = (name: string, of: string | undefined): string => (of === undefined ? name : `${name}:${of}`)

/** A text that `isRight`. */
export const keptText = (where: Where, name: string, isRight = (_text: string): boolean => true): Kept<string> => ({
  read(of) {
    try {
      const text = storage(where).getItem(keyOf(name, of))
      return text !== null && isRight(text) ? text : undefined
    } catch {
      return undefined
    }
  },
  keep(text, of) {
    try {
      if (text === undefined) storage(where).removeItem(keyOf(name, of))
      else storage(where).setItem(keyOf(name, of), text)
    } catch {
      // it is full, or there is none: the console works without
    }
  },
})

/** A value as JSON; `shape` takes of whatever lies there what is understood. */
export function kept<T>(where: Where, name: string, shape: (value: unknown) => T | undefined): Kept<T> {
  const text = keptText(where, name)
  return {
    read: of => fromJson(text.read(of), shape),
    keep: (value, of) => text.keep(value === undefined ? undefined : JSON.stringify(value), of),
  }
}

export function fromJson<T>(text: string | undefined, shape: (value: unknown) => T | undefined): T | undefined {
  if (text === undefined) return undefined
  try {
    return shape(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** The fields of an object; none of anything else. */
export const fieldsOf = (value: unknown): Partial<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
export const isText = (value: unknown): value is string => typeof value === 'string'
export const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.filter(isText) : [])
export const pairsIn = (value: unknown): [string, string][] =>
  (Array.isArray(value) ? value : []).flatMap((pair: unknown): [string, string][] => {
    const [first, second] = textsIn(pair)
    return first === undefined || second === undefined ? [] : [[first, second]]
  })
