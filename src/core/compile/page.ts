import { FIELD_TRAITS } from '../model/field/traits.ts'
import type { Column, DetailField, Filter, FormField, FormPage, ListPage, Page } from '../contract/configuration.ts'
import type { FormPageDoc, ListPageDoc, PageKind } from '../model/documents.ts'
import { usualSort } from '../overlay/limit.ts'
import { getString, toValue, type MapNode } from '../source/node.ts'
import { actionsOf, hasSelectionAction } from './actions.ts'
import { withCourse } from './course.ts'
import { dashboardOf } from './dashboards.ts'
import { fieldsOf } from './fields.ts'
import { importOf } from './imports.ts'
import { listTabsOf } from './list-tabs.ts'
import { mentionedIn } from './mentioned.ts'
import { calendarOf, chartOf, qrOf, sectionsOf, tabsOf, timelineOf, withLookup } from './page-parts.ts'
import { dictionariesOf } from './page-uses.ts'
import { withPauses } from './pauses.ts'
import { standingOf } from './standing.ts'
import {
  callOf,
  entityAndSource,
  entityFacts,
  fieldsIn,
  mapAt,
  optional,
  type PageSurroundings,
} from './surroundings.ts'
import { tablesOf } from './tables.ts'

/**
 * Fills in every fact of a resolved page. Never throws: what is wrong with the page is reported by a rule of validate
 * and left out here.
 */
export function compilePage(route: string, page: MapNode, around: PageSurroundings): Page {
  const value = toValue(page) as Record<string, unknown>
  const facts = {
    route,
    title: String(value['title'] ?? route),
    ...(value['open'] === true ? { open: true } : {}),
    ...(Array.isArray(value['roles']) ? { roles: value['roles'].map(String) } : {}),
    ...optional(value, 'visible'),
    dictionaries: {},
  }
  const build = BUILDERS[value['kind'] as PageKind]
  const compiled = withCourse(withPauses({ ...facts, ...build?.(page, value, around) } as Page, around), around)
  return { ...compiled, dictionaries: dictionariesOf(compiled, around) }
}

type Builder = (page: MapNode, value: Record<string, unknown>, around: PageSurroundings) => object

const BUILDERS: Record<PageKind, Builder> = {
  list: (page, value, around) => ({
    kind: 'list',
    ...entityAndSource(value, around),
    filters: fieldsOf<Filter>(mapAt(page, 'filters'), fieldsIn(around)),
    columns: fieldsOf<Column>(mapAt(page, 'columns'), fieldsIn(around)).map(c => ({
      ...c,
      width: c.width ?? FIELD_TRAITS[c.kind].width,
    })),
    actions: actionsOf(page, around),
    ...sortOf(page, around),
    ...optional(value, 'parent'),
    ...optional(value, 'group'),
    ...chartOf(value),
    ...calendarOf(value),
    ...treeOf(value['tree'] as ListPageDoc['tree'], around),
    ...optional(value, 'refresh'),
    pageSize: Number(value['pageSize'] ?? 20),
    ...listTabsOf(page),
    selectable: value['selectable'] === true || hasSelectionAction(page),
    export: value['export'] !== false,
    ...importOf(page, value['import']),
  }),
  detail: (page, value, around) => ({
    kind: 'detail',
    ...entityAndSource(value, around),
    ...optional(value, 'parent'),
    facts: fieldsOf<DetailField>(mapAt(page, 'facts'), fieldsIn(around)),
    sections: sectionsOf<DetailField>(page, around),
    actions: actionsOf(page, around),
    tabs: tabsOf(page),
    ...optional(value, 'related'),
    ...tablesOf(mapAt(page, 'tables'), source => callOf(source, around)),
    ...optional(value, 'frame'),
    ...optional(value, 'map'),
    ...optional(value, 'refresh'),
    ...timelineOf(value, around),
    print: value['print'] !== false,
  }),
  form: (page, value, around) => ({
    kind: 'form',
    entity: entityFacts(around.entity),
    ...(value['source'] ? { source: callOf(value['source'], around) } : {}),
    call: callOf(value['call'], around),
    ...optional(value, 'parent'),
    ...optional(value, 'done'),
    ...optional(value, 'submit'),
    ...(value['draft'] === true ? { draft: true } : {}),
    ...(value['next'] === true ? { next: true } : {}),
    sections: sectionsOf<FormField>(page, around, true).map(section => ({
      ...section,
      fields: section.fields.map(f => withLookup(f, around)),
    })),
    ...(value['source'] ? standingOf(around) : {}),
    steps: value['steps'] === true,
    ...optional(value, 'page'),
    ...optional(value, 'prefill'),
    ...optional(value, 'beside'),
    ...(value['ready'] ? { ready: callOf((value['ready'] as { source?: string }).source, around) } : {}),
    ...afterwardsOf(value['afterwards'] as FormPageDoc['afterwards'], around),
  }),
  system: (_page, value) => ({ kind: 'system', view: String(value['view'] ?? ''), ...optional(value, 'leads') }),
  redirect: (_page, value) => ({ kind: 'redirect', page: String(value['page'] ?? '') }),
  dashboard: dashboardOf,
  document: (page, value, around) => ({
    kind: 'document',
    ...entityAndSource(value, around),
    ...optional(value, 'parent'),
    argument: String(value['argument'] ?? getString(around.entity, 'key') ?? 'id'),
    ...optional(value, 'ask'),
    ...optional(value, 'statement'),
    ...mentionedIn(value['statement'], fieldsIn(around)),
    sections: sectionsOf<DetailField>(page, around),
    signatures: Array.isArray(value['signatures']) ? value['signatures'].map(String) : [],
    ...qrOf(value, around),
  }),
}

const sortOf = (page: MapNode, { entity }: PageSurroundings): Partial<Pick<ListPage, 'sort'>> => {
  const sort = usualSort(page, entity)
  return sort === undefined ? {} : { sort }
}

const treeOf = (tree: ListPageDoc['tree'] | undefined, around: PageSurroundings): Partial<Pick<ListPage, 'tree'>> =>
  tree ? { tree: { ...tree, source: callOf(tree.source, around) } } : {}

const afterwardsOf = (
  said: FormPageDoc['afterwards'] | undefined,
  around: PageSurroundings,
): Partial<Pick<FormPage, 'afterwards'>> =>
  said ? { afterwards: { label: said.label, call: callOf(said.call, around) } } : {}
