/**
 * Values as the language compares them. What it refuses to compare throws here too: whoever asks takes that for a
 * condition that does not hold.
 */
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const refuse = (what: string): never => {
  throw new Error(`${what} is not for these values`)
}

/** Equal kinds are compared, deeply; different kinds are not equal, null to null is. */
export function isSame(a: unknown, b: unknown): boolean {
  if (!isObject(a) || !isObject(b)) return a === b
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((one, i) => isSame(one, b[i]))
  }
  const [names, others] = [Object.keys(a), Object.keys(b)]
  return names.length === others.length && names.every(name => Object.hasOwn(b, name) && isSame(a[name], b[name]))
}

/** Negative, 0 or positive as `a` comes before `b`; nothing where one is empty, which is never before or after. */
export function order(a: unknown, b: unknown): number | undefined {
  const kinds = [a, b].map(value => (value === null ? 'null' : typeof value))
  if (kinds.includes('null') && kinds.some(kind => kind === 'number' || kind === 'string')) return undefined
  if (kinds[0] !== kinds[1] || !['number', 'string', 'boolean'].includes(kinds[0] ?? '')) return refuse('order')
  const [left, right] = [a as number, b as number]
  if (left < right) return -1
  // what a form makes of a number that is none has no order at all
  return left > right ? 1 : left === right ? 0 : undefined
}

/** Among the members of a list, or the names of an object. */
export function isIn(value: unknown, many: unknown): boolean {
  if (Array.isArray(many)) return many.some(one => isSame(value, one))
  if (isObject(many)) return typeof value === 'string' && Object.hasOwn(many, value)
  return refuse('in')
}

/** A copy, as the engine gives one: who keeps a computed value does not hold a part of what it was computed from. */
export function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf)
  if (!isObject(value) || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, copyOf(inner)]))
}
