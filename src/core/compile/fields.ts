import type { FieldFacts } from '../contract/configuration.ts'
import { formatOrigin } from '../diagnostic/diagnostic.ts'
import { requiredOver } from '../contract/form-rules.ts'
import { merge } from '../overlay/merge.ts'
import { getEntry, isFalse, toValue, type Entry, type MapNode, type Node } from '../source/node.ts'

/** Facts that only the server needs. */
const SERVER_ONLY = new Set([
  'secret',
  'unique',
  'workflow',
  'managed',
  'answered',
  'onSave',
  'number',
  'counted',
  'unlisted',
  'was',
])

/**
 * The members of a named map (columns, filters, fields), each laid over the entity's field of its name:
 * empty means "as the entity says", `false` leaves out.
 */
export function fieldsOf<T extends FieldFacts>(
  map: MapNode | undefined,
  entityFields: MapNode | undefined,
  isFilled = false,
): T[] {
  if (!map) return []
  return [...map.entries].flatMap(([name, entry]) => {
    if (isFalse(entry.value)) return []
    const field = getEntry(entityFields, name)
    return field && !isFalse(field.value)
      ? [isFilled ? factsOf<T>(name, field, entry) : toRead(factsOf<T>(name, field, entry))]
      : []
  })
}

/** What is only read has no use for conditions of filling it in. */
function toRead<T extends FieldFacts>(field: T): T {
  const {
    required,
    minItems: _c,
    check: _check,
    checkMessage: _message,
    computed: _computed,
    min,
    max,
    ...facts
  } = field as T & { computed?: unknown }
  return {
    ...facts,
    ...(required === true ? { required } : {}),
    ...(typeof min === 'number' ? { min } : {}),
    ...(typeof max === 'number' ? { max } : {}),
  } as T
}

/** `record: false` says that a reference leads nowhere; elsewhere `false` is what is not said. */
const isSaid = (key: string, value: unknown): boolean => value !== null && (value !== false || key === 'record')

function factsOf<T extends FieldFacts>(name: string, field: Entry, entry: Entry): T {
  const merged = entry.value.type === 'map' ? merge(field.value, entry.value) : field.value
  const facts: Record<string, unknown> = { name }
  for (const [key, value] of Object.entries(toValue(merged) as object)) {
    if (isSaid(key, value) && !SERVER_ONLY.has(key)) facts[key] = value
  }
  ofServer(facts, merged)
  const required = requiredOver(isTrue(getEntry(field.value, 'required')), facts['required'] as FieldFacts['required'])
  if (required !== undefined) facts['required'] = required
  const workflow = getEntry(merged, 'workflow')?.value
  if (workflow?.type === 'scalar') facts['dict'] = workflowDictionary(String(workflow.value))
  const columns = getEntry(merged, 'fields')?.value
  if (columns?.type === 'map') facts['fields'] = askedFields(columns, undefined)
  if (facts['links']) facts['links'] = named(facts['links'])
  facts['origin'] = formatOrigin(entry.keyOrigin)
  return facts as unknown as T
}

/** What follows from what only the server knows. */
function ofServer(facts: Record<string, unknown>, merged: Node): void {
  if (getEntry(merged, 'counted')?.value.type === 'map') facts['readOnly'] = true
  // which rows are masked the server alone can tell
  if (getEntry(merged, 'mask')?.value.type === 'map') delete facts['mask']
}

const named = (map: unknown): object[] =>
  Object.entries(map as Record<string, unknown>).flatMap(([name, value]) =>
    value && !name.startsWith('$') ? [{ ...(value as object), name }] : [],
  )

const isTrue = (entry: Entry | undefined): boolean => entry?.value.type === 'scalar' && entry.value.value === true

const ASKED_DEFAULTS = { kind: 'text' as const }

/** Fields of a dialog or of a sub-table: without an entity's field of the name, each says everything itself. */
export function askedFields(map: MapNode | undefined, entityFields: MapNode | undefined): FieldFacts[] {
  if (!map) return []
  return [...map.entries].flatMap(([name, entry]) => {
    if (isFalse(entry.value)) return []
    const field = getEntry(entityFields, name)
    const base: Entry = field ?? {
      keyOrigin: entry.keyOrigin,
      value: { type: 'map', entries: new Map(), origin: entry.keyOrigin },
    }
    const facts: Partial<FieldFacts> = factsOf<FieldFacts>(name, base, entry)
    return [{ ...ASKED_DEFAULTS, ...facts, name, label: facts.label ?? name, origin: formatOrigin(entry.keyOrigin) }]
  })
}

/** A workflow's states are a dictionary of this name. */
export const workflowDictionary = (workflow: string): string => `workflow/${workflow}`
