import type { FieldFacts } from '../contract/configuration.ts'
import { getEntry, type MapNode } from '../source/node.ts'
import { fieldsOf } from './fields.ts'

/** The fields that a text has in braces, by which a console says a value as it does elsewhere: names and not codes. */
export function mentionedIn(text: unknown, fields: MapNode | undefined): { mentioned?: FieldFacts[] } {
  const names = [...new Set([...String(text ?? '').matchAll(/\{(\w+)\}/g)].map(([, name]) => name!))]
  const entries = names.flatMap(name => {
    const field = getEntry(fields, name)
    return field ? [[name, { keyOrigin: field.keyOrigin, value: EMPTY }] as const] : []
  })
  const mentioned = fieldsOf<FieldFacts>({ ...EMPTY, entries: new Map(entries) }, fields)
  return mentioned.length > 0 ? { mentioned } : {}
}

const EMPTY: MapNode = { type: 'map', entries: new Map(), origin: { file: '', line: 0, col: 0 } }
