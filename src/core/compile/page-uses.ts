import type {
  AccountView,
  Action,
  Controls,
  DetailPage,
  DictionaryEntries,
  FieldFacts,
  ListPage,
  Page,
  PageEntry,
} from '../contract/configuration.ts'
import { UNITS } from '../contract/unit.ts'
import { dictionariesOfWidgets } from './dashboards.ts'
import type { EndpointModel } from './models.ts'
import type { PageSurroundings } from './surroundings.ts'

const OWN_LISTS: Readonly<Record<string, AccountView>> = { 'session.list': 'sessions', 'message.list': 'messages' }

const OWN_VIEWS: ReadonlySet<string> = new Set<AccountView>(['password', 'security', 'manual'])

/** The manifest names the account pages by their view, so that the console finds them under any route. */
export function accountView(page: Page): Pick<PageEntry, 'view'> {
  if (page.kind === 'list') {
    const view = OWN_LISTS[page.source.name]
    return view ? { view } : {}
  }
  if (page.kind !== 'system') return {}
  return OWN_VIEWS.has(page.view) ? { view: page.view as AccountView } : {}
}

/** All fields that a page shows or asks for. */
function shownFields(page: Page): FieldFacts[] {
  const asked = 'actions' in page ? page.actions.flatMap(a => [...(a.form ?? []), ...(a.mentioned ?? [])]) : []
  if (page.kind === 'list') return withColumns([...page.columns, ...page.filters, ...asked])
  if (page.kind === 'detail') return withColumns([...page.facts, ...page.sections.flatMap(s => s.fields), ...asked])
  if (page.kind === 'form') return withColumns([...page.sections.flatMap(s => s.fields), ...(page.standing ?? [])])
  if (page.kind === 'document') return withColumns([...page.sections.flatMap(s => s.fields), ...(page.mentioned ?? [])])
  return []
}

const withColumns = (fields: FieldFacts[]): FieldFacts[] => fields.flatMap(field => [field, ...(field.fields ?? [])])

/** Dictionaries that working days are counted by: a page with a time limit needs both. */
const CALENDAR = ['holiday', 'workday']

export function dictionariesOf(page: Page, around: PageSurroundings): Record<string, DictionaryEntries> {
  const bands = page.kind === 'list' && page.chart?.bands ? [page.chart.bands] : []
  const names = new Set([
    ...bands,
    ...(page.kind === 'list' && page.tree?.dict ? [page.tree.dict] : []),
    ...(page.kind === 'dashboard' ? dictionariesOfWidgets(page.widgets) : []),
    ...shownFields(page).flatMap(field => [...(field.dict ? [field.dict] : []), ...(field.due ? CALENDAR : [])]),
  ])
  return Object.fromEntries([...names].sort().map(name => [name, around.dictionary(name) ?? []]))
}

const callsOfAction = ({ call, form = [] }: Action): string[] => [
  ...(call ? [call.name] : []),
  ...form.flatMap(({ prefill }) => (typeof prefill === 'object' ? [prefill.source.name] : [])),
]

/** Calls of what stands beside the rows of a list, or below the record of a detail page. */
function callsBeside(page: ListPage | DetailPage): string[] {
  if (page.kind === 'list') return page.tree ? [page.tree.source.name] : []
  return [
    ...(page.timeline ? [page.timeline.source.name] : []),
    ...(page.tables ?? []).map(({ source }) => source.name),
  ]
}

/** Names of the endpoints that a page calls. */
export function callsOf(page: Page): string[] {
  if (page.kind === 'list' || page.kind === 'detail')
    return [...new Set([page.source.name, ...page.actions.flatMap(callsOfAction), ...callsBeside(page)])]
  if (page.kind === 'document') return [page.source.name, ...(page.qr?.call ? [page.qr.call.name] : [])]
  if (page.kind === 'dashboard')
    return [page.source.name, ...(page.lock ? [page.lock.lock.name, page.lock.unlock.name] : [])]
  if (page.kind !== 'form') return []
  const lookups = page.sections.flatMap(s => s.fields).flatMap(f => f.lookup?.call.name ?? [])
  return [
    ...new Set([
      ...(page.source ? [page.source.name] : []),
      page.call.name,
      ...(page.ready ? [page.ready.name] : []),
      ...(page.afterwards ? [page.afterwards.call.name] : []),
      ...lookups,
    ]),
  ]
}

/** The calls of a page, with those that endpoints.yaml attaches to them by `comesWith` or `choosing`. */
export function withCompanions(
  calls: readonly string[],
  chooses: readonly string[],
  known: Iterable<EndpointModel>,
): string[] {
  const together = [...known].filter(
    ({ comesWith, choosing }) =>
      comesWith?.some(name => calls.includes(name)) || (choosing !== undefined && chooses.includes(choosing)),
  )
  return [...new Set([...calls, ...together.map(({ name }) => name)])]
}

/** Entities of which its filters, its form, its dialogs and its controls let one choose a record. */
export function choosesOf(page: Page): Pick<PageEntry, 'chooses' | 'choosesBy'> {
  const asked: FieldFacts[] = 'actions' in page ? page.actions.flatMap(a => a.form ?? []) : []
  const filled: FieldFacts[] =
    page.kind === 'list' ? page.filters : page.kind === 'form' ? page.sections.flatMap(s => s.fields) : []
  const fields = withColumns([...filled, ...asked]).filter(({ kind, ref }) => kind === 'ref' && ref)
  const refs = page.kind === 'dashboard' ? chosenOn(page.controls) : fields.flatMap(({ ref }) => ref ?? [])
  const by = fields.flatMap(({ ref, offered = {} }) => Object.keys(offered).map(name => `${ref ?? ''}.${name}`))
  return {
    ...(refs.length > 0 ? { chooses: [...new Set(refs)].sort() } : {}),
    ...(by.length > 0 ? { choosesBy: [...new Set(by)].sort() } : {}),
  }
}

const chosenOn = ({ unit, record }: Controls): string[] => [
  ...(unit ? [UNITS] : []),
  ...(record ? [record.entity] : []),
]

/** Routes that redirects and system pages name themselves: they have no records and so no buttons. */
function saidBy(page: Page): string[] {
  if (page.kind === 'redirect') return [page.page]
  return page.kind === 'system' ? (page.leads ?? []) : []
}

/** Lists that a record's page names for what points at it; those that follow from fields open nothing to anybody. */
const relatedLists = (page: Page): string[] =>
  page.kind === 'detail' && page.related ? Object.values(page.related).flatMap(one => (one && one.page) || []) : []

const leadsOf = ({ page, beside }: Action): string[] => [...(page ? [page] : []), ...(beside ? [beside.page] : [])]

/** Lists that a list's chart draws, and that its marked points open. */
function chartLeads(page: Page): string[] {
  const chart = page.kind === 'list' ? page.chart : undefined
  return [chart?.page ?? [], chart?.markers?.page ?? []].flat()
}

/** Routes that a page leads to. */
export function linksOf(page: Page): string[] {
  const actions = page.kind === 'list' || page.kind === 'detail' ? page.actions.flatMap(leadsOf) : []
  const columns = page.kind === 'list' ? page.columns.flatMap(c => c.page ?? []) : []
  const of =
    (page.kind === 'detail' || page.kind === 'form' || page.kind === 'document') && page.parent ? [page.parent] : []
  const tabs = page.kind === 'detail' ? page.tabs.flatMap(t => t.page ?? []) : []
  const rows =
    page.kind === 'detail'
      ? page.sections.flatMap(s => s.fields).flatMap(field => (field.links ?? []).map(link => link.page))
      : []
  const beside = page.kind === 'form' ? [page.beside?.page ?? [], page.page ?? []].flat() : []
  const boards =
    page.kind === 'dashboard' ? page.widgets.flatMap(({ page: shown, list }) => [shown ?? [], list ?? []].flat()) : []
  return [
    ...new Set([
      ...columns,
      ...actions,
      ...of,
      ...tabs,
      ...rows,
      ...relatedLists(page),
      ...beside,
      ...chartLeads(page),
      ...boards,
      ...saidBy(page),
    ]),
  ]
}
