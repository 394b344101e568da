import { Optional } from '@marcbachmann/cel-js'

/** Converts results of the CEL library to JSON values: it returns integers as BigInt and wraps optional values. */
export function plainOf(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (value instanceof Optional) return value.hasValue() ? plainOf(value.value()) : null
  const primitive: unknown = value.valueOf()
  if (typeof primitive === 'bigint') return Number(primitive)
  if (Array.isArray(value)) return value.map(plainOf)
  const entries = value instanceof Map ? [...value] : Object.entries(value)
  return Object.fromEntries(entries.map(([key, inner]) => [String(key), plainOf(inner)]))
}
