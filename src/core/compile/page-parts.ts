import type {
  Chart,
  FieldFacts,
  FormField,
  ListCalendar,
  Qr,
  Section,
  Tab,
  Timeline,
} from '../contract/configuration.ts'
import type { ChartDoc, ListCalendarDoc, LookupDoc, QrDoc, TabDoc, TimelineDoc } from '../model/documents.ts'
import { toValue, type MapNode } from '../source/node.ts'
import { fieldsOf } from './fields.ts'
import { callOf, entityFacts, fieldsIn, mapAt, type PageSurroundings } from './surroundings.ts'

export function sectionsOf<F extends FieldFacts>(
  page: MapNode,
  around: PageSurroundings,
  isFilled = false,
): Section<F>[] {
  return [...(mapAt(page, 'sections')?.entries ?? [])].flatMap(([name, entry]) => {
    if (entry.value.type !== 'map') return []
    const value = toValue(entry.value) as Record<string, unknown>
    const fields = fieldsOf<F>(mapAt(entry.value, 'fields'), fieldsIn(around), isFilled)
    return [
      {
        name,
        label: String(value['label'] ?? name),
        ...(value['help'] ? { help: String(value['help']) } : {}),
        ...(value['half'] === true ? { half: true } : {}),
        fields,
      },
    ]
  })
}

export function tabsOf(page: MapNode): Tab[] {
  return [...(mapAt(page, 'tabs')?.entries ?? [])].flatMap(([name, entry]) => {
    if (entry.value.type !== 'map') return []
    const { label, page: list, filters, sections, tables, timeline, roles } = toValue(entry.value) as unknown as TabDoc
    const shown = { name, label: label ?? name, ...(roles ? { roles: roles.map(String) } : {}) }
    return [
      list === undefined
        ? {
            ...shown,
            sections: (sections ?? []).map(String),
            ...(tables ? { tables: tables.map(String) } : {}),
            timeline: timeline === true,
          }
        : { ...shown, page: list, filters: filters ?? {} },
    ]
  })
}

export function timelineOf(value: Record<string, unknown>, around: PageSurroundings): { timeline?: Timeline } {
  const timeline = value['timeline'] as TimelineDoc | undefined
  if (!timeline) return {}
  const told = { time: 'time', title: 'title', ...(timeline.source ? {} : changesOf(around)), ...timeline }
  return { timeline: { ...told, source: callOf(told.source, around) } }
}

/** Every record has a history of its changes. */
function changesOf({ entity }: PageSurroundings): Omit<TimelineDoc, 'label'> {
  const { name, key } = entityFacts(entity)
  const args = { entity: name, key: `=row.${key}` }
  return { source: 'record.history', args, person: 'by', text: 'changes', facts: 'facts', files: 'papers' }
}

export function calendarOf(value: Record<string, unknown>): { calendar?: ListCalendar } {
  const calendar = value['calendar'] as ListCalendarDoc | null | false | undefined
  return calendar ? { calendar: { ...calendar, mode: calendar.mode ?? 'single' } } : {}
}

/** Months that a chart shows by default. */
const LAST = 12
export function chartOf(value: Record<string, unknown>): { chart?: Chart } {
  const chart = value['chart'] as ChartDoc | null | false | undefined
  return chart ? { chart: { ...chart, last: chart.last ?? LAST } } : {}
}

export function qrOf(value: Record<string, unknown>, around: PageSurroundings): { qr?: Qr } {
  const qr = value['qr'] as QrDoc | undefined
  if (!qr) return {}
  const { call, ...rest } = qr
  return { qr: { ...rest, ...(call ? { call: callOf(call, around) } : {}) } }
}

/** The field's lookup still holds the call's name, as in the YAML; replaces it by the call itself. */
export function withLookup(field: FormField, around: PageSurroundings): FormField {
  const lookup = field.lookup as unknown as LookupDoc | undefined
  return lookup ? { ...field, lookup: { ...lookup, call: callOf(lookup.call, around) } } : field
}
