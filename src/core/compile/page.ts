import type { Action, Call, Column, DetailField, DictionaryEntries, EntityFacts, FieldFacts, Filter, FormField, Page, Qr, Section, Tab, Timeline } from '../contract/configuration.ts'
import { formatOrigin } from '../diagnostic/diagnostic.ts'
import type { ActionDoc, LookupDoc, PageKind, QrDoc, TabDoc, TimelineDoc } from '../model/documents.ts'
import { getEntry, getString, isFalse, toValue, type MapNode } from '../source/node.ts'
import { askedFields, fieldsOf, KIND_WIDTHS } from './fields.ts'
import { listTabsOf } from './list-tabs.ts'
import { tablesOf } from './tables.ts'
import { statusOf, transitionFacts } from './transition.ts'

/** What a page is compiled against, as its scope sees it. */
export interface PageSurroundings {
  entity: MapNode | undefined
  call(name: string): Call | undefined
  dictionary(name: string): DictionaryEntries | undefined
  /** a workflow with its states and transitions */
  workflow(name: string): MapNode | undefined
}

const mapAt = (node: MapNode | undefined, key: string): MapNode | undefined => {
  const value = getEntry(node, key)?.value
  return value?.type === 'map' ? value : undefined
}

/** A resolved page with every fact filled in. Total: what a rule has reported is left out here. */
export function compilePage(route: string, page: MapNode, around: PageSurroundings): Page {
  const value = toValue(page) as Record<string, unknown>
  const facts = {
    route,
    title: String(value['title'] ?? route),
    ...(value['open'] === true ? { open: true } : {}),
    ...(Array.isArray(value['roles']) ? { roles: value['roles'].map(String) } : {}),
    dictionaries: {},
  }
  const build = BUILDERS[value['kind'] as PageKind]
  const compiled = { ...facts, ...build?.(page, value, around) } as Page
  return { ...compiled, dictionaries: dictionariesOf(compiled, around) }
}

type Builder = (page: MapNode, value: Record<string, unknown>, around: PageSurroundings) => object

const BUILDERS: Record<PageKind, Builder> = {
  list: (page, value, around) => ({
    kind: 'list',
    ...entityAndSource(value, around),
    filters: fieldsOf<Filter>(mapAt(page, 'filters'), fieldsIn(around)),
    columns: fieldsOf<Column>(mapAt(page, 'columns'), fieldsIn(around)).map((c) => ({ ...c, width: c.width ?? KIND_WIDTHS[c.kind] })),
    actions: actionsOf(page, around),
    ...optional(value, 'sort'),
    ...optional(value, 'group'),
    pageSize: Number(value['pageSize'] ?? 20),
    ...listTabsOf(page),
    selectable: value['selectable'] === true || hasSelectionAction(page),
    export: value['export'] !== false,
  }),
  detail: (page, value, around) => ({
    kind: 'detail',
    ...entityAndSource(value, around),
    ...optional(value, 'of'),
    facts: fieldsOf<DetailField>(mapAt(page, 'facts'), fieldsIn(around)),
    sections: sectionsOf<DetailField>(page, around),
    actions: actionsOf(page, around),
    tabs: tabsOf(page),
    ...tablesOf(mapAt(page, 'tables'), source => callOf(source, around)),
    ...optional(value, 'frame'),
    ...timelineOf(value, around),
    print: value['print'] !== false,
  }),
  form: (page, value, around) => ({
    kind: 'form',
    entity: entityFacts(around.entity),
    ...(value['load'] ? { load: callOf(value['load'], around) } : {}),
    save: callOf(value['save'], around),
    ...optional(value, 'of'),
    ...optional(value, 'done'),
    ...optional(value, 'submit'),
    ...(value['draft'] === true ? { draft: true } : {}),
    sections: sectionsOf<FormField>(page, around).map((section) => ({ ...section, fields: section.fields.map((f) => withLookup(f, around)) })),
    steps: value['steps'] === true,
    ...optional(value, 'query'),
    ...(value['ready'] ? { ready: callOf(value['ready'], around) } : {}),
  }),
  system: (_page, value) => ({ kind: 'system', view: String(value['view'] ?? '') }),
  redirect: (_page, value) => ({ kind: 'redirect', to: String(value['to'] ?? '') }),
  dashboard: () => ({ kind: 'dashboard' }),
  document: (page, value, around) => ({
    kind: 'document',
    ...entityAndSource(value, around),
    ...optional(value, 'of'),
    argument: String(value['argument'] ?? getString(around.entity, 'key') ?? 'id'),
    ...optional(value, 'statement'),
    sections: sectionsOf<DetailField>(page, around),
    signatures: Array.isArray(value['signatures']) ? value['signatures'].map(String) : [],
    ...qrOf(value, around),
  }),
}

const fieldsIn = (around: PageSurroundings): MapNode | undefined => mapAt(around.entity, 'fields')

const optional = (value: Record<string, unknown>, key: string): object => (value[key] === undefined || value[key] === null ? {} : { [key]: value[key] })

function entityFacts(entity: MapNode | undefined): EntityFacts {
  const text = (key: string): string => getString(entity, key) ?? ''
  return { name: text('entity'), label: text('label'), key: text('key'), title: text('title') }
}

const entityAndSource = (value: Record<string, unknown>, around: PageSurroundings): object => ({
  entity: entityFacts(around.entity),
  source: callOf(value['source'], around),
})

/** A call that no file defines is reported by its rule; the page still compiles. */
const callOf = (name: unknown, around: PageSurroundings): Call =>
  around.call(String(name)) ?? { name: String(name), method: 'GET', path: '', args: 'none', envelope: 'resultCode' }

function sectionsOf<F extends FieldFacts>(page: MapNode, around: PageSurroundings): Section<F>[] {
  return [...(mapAt(page, 'sections')?.entries ?? [])].flatMap(([name, entry]) => {
    if (entry.value.type !== 'map') return []
    const value = toValue(entry.value) as Record<string, unknown>
    const fields = fieldsOf<F>(mapAt(entry.value, 'fields'), fieldsIn(around))
    return [{ name, label: String(value['label'] ?? name), ...(value['help'] ? { help: String(value['help']) } : {}), ...(value['half'] === true ? { half: true } : {}), fields }]
  })
}

function tabsOf(page: MapNode): Tab[] {
  return [...(mapAt(page, 'tabs')?.entries ?? [])].flatMap(([name, entry]) => {
    if (entry.value.type !== 'map') return []
    const { label, list, filters, roles } = toValue(entry.value) as unknown as TabDoc
    return [{ name, label: label ?? name, list, filters: filters ?? {}, ...(roles ? { roles: roles.map(String) } : {}) }]
  })
}

function timelineOf(value: Record<string, unknown>, around: PageSurroundings): { timeline?: Timeline } {
  const timeline = value['timeline'] as TimelineDoc | undefined
  return timeline ? { timeline: { ...timeline, source: callOf(timeline.source, around) } } : {}
}

function qrOf(value: Record<string, unknown>, around: PageSurroundings): { qr?: Qr } {
  const qr = value['qr'] as QrDoc | undefined
  if (!qr) return {}
  const { call, ...rest } = qr
  return { qr: { ...rest, ...(call ? { call: callOf(call, around) } : {}) } }
}

/** Until here a lookup's call is a name, as the page wrote it. */
function withLookup(field: FormField, around: PageSurroundings): FormField {
  const lookup = field.lookup as unknown as LookupDoc | undefined
  return lookup ? { ...field, lookup: { ...lookup, call: callOf(lookup.call, around) } } : field
}

function hasSelectionAction(page: MapNode): boolean {
  return [...(mapAt(page, 'actions')?.entries.values() ?? [])].some((e) => {
    const on = (toValue(e.value) as ActionDoc | null | false)
    return on && Array.isArray(on.on) && on.on.includes('selection')
  })
}

function actionsOf(page: MapNode, around: PageSurroundings): Action[] {
  return [...(mapAt(page, 'actions')?.entries ?? [])].flatMap(([name, entry]) => {
    if (isFalse(entry.value) || entry.value.type !== 'map') return []
    const { call, ask: _ask, on, transition, ...rest } = toValue(entry.value) as ActionDoc
    const taken = transition === undefined ? undefined : transitionNode(transition, around)
    const ask = mapAt(entry.value, 'ask') ?? mapAt(taken, 'form')
    return [{
      ...(taken && transition !== undefined ? transitionFacts(transition, getString(around.entity, 'key') ?? 'id', taken) : {}),
      ...rest,
      name,
      label: rest.label ?? name,
      on: on ?? ['page'],
      origin: formatOrigin(entry.keyOrigin),
      ...(call ? { call: callOf(call, around) } : {}),
      ...(ask ? { ask: askedFields(ask, fieldsIn(around)) } : {}),
    } as Action]
  })
}

function transitionNode(code: string, around: PageSurroundings): MapNode | undefined {
  const status = statusOf(around.entity)
  return status && mapAt(mapAt(around.workflow(status.workflow), 'transitions'), code)
}

/** All fields that a page shows or asks for. */
function shownFields(page: Page): FieldFacts[] {
  const asked = 'actions' in page ? page.actions.flatMap((a) => a.ask ?? []) : []
  if (page.kind === 'list') return withColumns([...page.columns, ...page.filters, ...asked])
  if (page.kind === 'detail') return withColumns([...page.facts, ...page.sections.flatMap((s) => s.fields), ...asked])
  if (page.kind === 'form' || page.kind === 'document') return withColumns(page.sections.flatMap((s) => s.fields))
  return []
}

const withColumns = (fields: FieldFacts[]): FieldFacts[] => fields.flatMap((field) => [field, ...(field.fields ?? [])])

/** What working days are counted by. */
const CALENDAR = ['holiday', 'workday']

function dictionariesOf(page: Page, around: PageSurroundings): Record<string, DictionaryEntries> {
  const names = new Set(shownFields(page).flatMap((field) => [...(field.dict ? [field.dict] : []), ...(field.due ? CALENDAR : [])]))
  return Object.fromEntries([...names].sort().map((name) => [name, around.dictionary(name) ?? []]))
}

/** Names of the endpoints that a page calls. */
export function callsOf(page: Page): string[] {
  if (page.kind === 'list' || page.kind === 'detail') {
    const timeline = page.kind === 'detail' && page.timeline ? [page.timeline.source.name] : []
    const tables = page.kind === 'detail' ? (page.tables ?? []).map((table) => table.source.name) : []
    return [...new Set([page.source.name, ...page.actions.flatMap((a) => a.call?.name ?? []), ...timeline, ...tables])]
  }
  if (page.kind === 'document') return [page.source.name, ...(page.qr?.call ? [page.qr.call.name] : [])]
  if (page.kind !== 'form') return []
  const lookups = page.sections.flatMap((s) => s.fields).flatMap((f) => f.lookup?.call.name ?? [])
  return [...new Set([...(page.load ? [page.load.name] : []), page.save.name, ...(page.ready ? [page.ready.name] : []), ...lookups])]
}

/** Routes that a page leads to. */
export function linksOf(page: Page): string[] {
  const actions = page.kind === 'list' || page.kind === 'detail' ? page.actions.flatMap((a) => a.to ?? []) : []
  const columns = page.kind === 'list' ? page.columns.flatMap((c) => c.to ?? []) : []
  const of = (page.kind === 'detail' || page.kind === 'form' || page.kind === 'document') && page.of ? [page.of] : []
  const tabs = page.kind === 'detail' ? page.tabs.map((t) => t.list) : []
  const to = page.kind === 'redirect' ? [page.to] : []
  return [...new Set([...columns, ...actions, ...of, ...tabs, ...to])]
}
