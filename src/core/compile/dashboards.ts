import type { BoardLock, BoardWidget, Controls, DashboardPage, Report, Sheet } from '../contract/configuration.ts'
import type { DimensionFacts, MeasureFacts, StatisticModel, StatisticQuery } from '../contract/statistics.ts'
import type { ControlsDoc, LockDoc, ReportChapterDoc, ReportDoc, SheetDoc, WidgetDoc } from '../model/documents.ts'
import { WIDGETS, type WidgetKind, type WidgetName } from '../model/page/widgets.ts'
import type { PeriodBy } from '../period/period.ts'
import { isFalse, toValue, type MapNode } from '../source/node.ts'
import { unitDimension } from '../contract/unit.ts'
import { filtersOf } from './statistics.ts'
import { callOf, mapAt, optional, type PageSurroundings } from './surroundings.ts'

/** The call that dashboards send; the console sends no other for numbers. */
export const FIGURES_CALL = 'statistics.figures'

export function dashboardOf(
  page: MapNode,
  value: Record<string, unknown>,
  around: PageSurroundings,
): Omit<DashboardPage, 'route' | 'title' | 'dictionaries'> {
  return {
    kind: 'dashboard',
    controls: controlsOf((value['controls'] ?? {}) as ControlsDoc),
    source: callOf(FIGURES_CALL, around),
    ...optional(value, 'every'),
    ...lockOf(value['lock'] as LockDoc | false | undefined, around),
    ...sheetOf(value['sheet'] as SheetDoc | false | undefined),
    ...reportOf(page, value['report'] as ReportDoc | false | undefined, around),
    ...(value['screen'] === true ? { screen: true as const } : {}),
    widgets: [...(mapAt(page, 'widgets')?.entries ?? [])].flatMap(([name, { value: node }]) =>
      isFalse(node) || node.type !== 'map' ? [] : [widgetOf(name, toValue(node) as unknown as WidgetDoc, around)],
    ),
  }
}

const lockOf = (doc: LockDoc | false | null | undefined, around: PageSurroundings): { lock?: BoardLock } =>
  doc
    ? {
        lock: {
          lock: callOf('statistics.lock', around),
          unlock: callOf('statistics.unlock', around),
          roles: doc.roles ?? [],
          unlockRoles: doc.unlock ?? [],
        },
      }
    : {}

const sheetOf = (doc: SheetDoc | false | null | undefined): { sheet?: Sheet } =>
  doc
    ? {
        sheet: {
          above: doc.above ?? [],
          landscape: doc.landscape !== false,
          notes: doc.notes ?? [],
          signatures: doc.signatures ?? [],
        },
      }
    : {}

/** Chapters in the order of YAML; one that the dictionary does not name is reported by dashboard-report. */
function reportOf(
  page: MapNode,
  doc: ReportDoc | false | null | undefined,
  around: PageSurroundings,
): { report?: Report } {
  const node = mapAt(page, 'report')
  if (!doc || !node) return {}
  const names = around.dictionary(doc.names) ?? []
  const chapters = [...(mapAt(node, 'chapters')?.entries ?? [])].flatMap(([name, { value }]) => {
    if (isFalse(value) || value.type !== 'map') return []
    const { text = [], tables = [] } = toValue(value) as ReportChapterDoc
    return [{ name, label: names.find(([code]) => code === name)?.[1] ?? name, text, tables }]
  })
  return { report: { title: doc.title, ...optional({ ...doc }, 'head'), chapters } }
}

const controlsOf = ({ period, area, unit, record }: ControlsDoc): Controls => ({
  ...(period ? { period: period.by as PeriodBy[] } : {}),
  ...(area === undefined ? {} : { area: { drill: area?.drill === true } }),
  ...(unit === true ? { unit } : {}),
  ...(record ? { record } : {}),
})

function widgetOf(name: string, doc: WidgetDoc, around: PageSurroundings): BoardWidget {
  const model = doc.statistic === undefined ? undefined : around.statistic(doc.statistic)
  const measures = known(doc.measures, model?.measures).map(measureFacts)
  const by = known(doc.by, model?.dimensions).map(dimensionFacts)
  return {
    name,
    widget: doc.widget as WidgetName,
    ...saidOf(doc, model, measures),
    ...sizeOf(doc),
    ...optional({ ...doc }, 'side'),
    ...(model ? { query: queryOf(doc, model, measures, by) } : {}),
    ...(model && unitDimension(Object.values(model.dimensions)) ? { byUnit: true as const } : {}),
    ...optional({ list: model?.list?.page }, 'list'),
    measures,
    by,
    ...fromOf(doc, around),
    ...optional({ ...doc }, 'page'),
    ...(model || !doc.filters ? {} : { filters: filtersOf(doc.filters) }),
    options: doc.options ?? {},
  }
}

const fromOf = ({ from }: WidgetDoc, around: PageSurroundings): Pick<BoardWidget, 'from'> =>
  from ? { from: { ...from, call: callOf(from.call, around) } } : {}

function sizeOf({ widget, width, height }: WidgetDoc): Pick<BoardWidget, 'width' | 'height'> {
  const kind: WidgetKind | undefined = WIDGETS[widget as WidgetName]
  const [usualWidth, usualHeight] = kind?.size ?? USUAL_SIZE
  return { width: width ?? usualWidth, height: height ?? usualHeight }
}
const USUAL_SIZE = [4, 4] as const

/** A key figure is its first measure, the others stand small below; a picture of several is their statistic. */
function saidOf(doc: WidgetDoc, model: StatisticModel | undefined, measures: readonly MeasureFacts[]): object {
  const main = measures.length === 1 || doc.widget === 'kpi' ? measures[0] : undefined
  return {
    ...optional({ title: doc.title ?? main?.label ?? model?.label }, 'title'),
    ...optional({ help: doc.help ?? main?.note }, 'help'),
  }
}

/** Those of the names that the statistic has; a rule of validate reports the others. */
const known = <T>(names: readonly string[] = [], all: Record<string, T> = {}): T[] =>
  names.flatMap(name => all[name] ?? [])

function measureFacts({ name, label, kind, unit, digits, better, matures, note }: MeasureFacts): MeasureFacts {
  return {
    name,
    label,
    kind,
    ...(unit === undefined ? {} : { unit }),
    ...(digits === undefined ? {} : { digits }),
    ...(better === undefined ? {} : { better }),
    ...(matures === true ? { matures } : {}),
    ...(note === undefined ? {} : { note }),
  }
}

const dimensionFacts = ({ name, label, kind, grain, dict }: DimensionFacts): DimensionFacts => ({
  name,
  label,
  kind,
  ...(grain === undefined ? {} : { grain }),
  ...(dict === undefined ? {} : { dict }),
})

function queryOf(
  doc: WidgetDoc,
  model: StatisticModel,
  measures: readonly MeasureFacts[],
  by: readonly DimensionFacts[],
): StatisticQuery {
  const { compare, top, rest, order, last } = doc
  return {
    statistic: model.name,
    measures: measures.map(({ name }) => name),
    by: by.map(({ name }) => name),
    ...(doc.filters ? { filters: filtersOf(doc.filters) } : {}),
    ...(compare ? { compare } : {}),
    ...(top === undefined ? {} : { top }),
    ...(rest === undefined ? {} : { rest }),
    ...(order === undefined ? {} : { order }),
    ...(last === undefined ? {} : { last }),
    ...(doc.widget === 'kpi' && by.length > 0 ? { spark: true as const } : {}),
    ...(doc.widget === 'pivot' && by.length > 1 ? { totals: true as const } : {}),
  }
}

/** Dictionaries that give the labels and tones of groups. */
export const dictionariesOfWidgets = (widgets: readonly BoardWidget[]): string[] =>
  widgets.flatMap(({ by }) => by.flatMap(({ dict }) => dict ?? []))
