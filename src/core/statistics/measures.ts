import { isCounted, type MeasureModel } from '../contract/statistics.ts'
import { compileExpression, memberPaths } from '../expression/index.ts'
import { expressionText } from '../model/field/written.ts'

type Measures = Readonly<Record<string, MeasureModel>>
/** Values of counted measures by name; null where there is none. */
export type Values = Readonly<Record<string, number | null | undefined>>

/** Names of the measures that a measure is worked out of. */
export function partsOf(measure: MeasureModel): string[] {
  if (measure.kind === 'share') return [measure.of, measure.in].flatMap(name => name ?? [])
  if (measure.kind !== 'derived' || measure.value === undefined) return []
  return [...new Set(memberPaths(expressionText(measure.value)).flatMap(([name]) => name ?? []))]
}

/** The measures that must be counted for these, each once. Ends at a circle, which validate refuses. */
export function countedFor(names: readonly string[], measures: Measures): MeasureModel[] {
  const found = new Map<string, MeasureModel>()
  const seen = new Set<string>()
  const visit = (name: string): void => {
    const measure = measures[name]
    if (!measure || seen.has(name)) return
    seen.add(name)
    if (isCounted(measure)) found.set(name, measure)
    else partsOf(measure).forEach(visit)
  }
  names.forEach(visit)
  return [...found.values()]
}

/** A measure's value; null where there is nothing to work it out of, such as a share of nothing. */
export function valueOf(name: string, measures: Measures, counted: Values): number | null {
  const measure = measures[name]
  if (!measure) return null
  if (isCounted(measure)) return counted[name] ?? null
  if (measure.kind === 'share')
    return shareOf(valueOf(measure.of ?? '', measures, counted), valueOf(measure.in ?? '', measures, counted))
  return derivedOf(measure, measures, counted)
}

const shareOf = (part: number | null, whole: number | null): number | null =>
  part === null || whole === null || whole === 0 ? null : part / whole

function derivedOf(measure: MeasureModel, measures: Measures, counted: Values): number | null {
  const context = Object.fromEntries(partsOf(measure).map(name => [name, valueOf(name, measures, counted)]))
  if (Object.values(context).includes(null)) return null
  try {
    const value = Number(compileExpression(expressionText(measure.value ?? ''))(context))
    return Number.isFinite(value) ? value : null
  } catch {
    return null
  }
}
