import type { Checked } from '../core/index.ts'
import type { Scope } from '../core/model/scope.ts'
import { entityOf } from '../server/db/tables/models.ts'
import { rollupPlansOf } from '../server/statistics/rollup-plans.ts'
import { statementsFor, type MeasureStatement } from '../server/statistics/statements.ts'
import type { Language } from './args.ts'

/** A month, which every statement needs some days of. */
const DAYS = { start: '2026-01-01', end: '2026-01-31' }

/** How the numbers of a measure are counted; none where it is no measure of a statistic that counts. */
export function explainMeasure(
  { configuration }: Checked,
  statistic: string,
  measure: string,
  scope: Scope,
): MeasureStatement[] {
  const model = configuration.scope(scope).statistic(statistic)
  const entities = new Map(configuration.entities().map(one => [one.name, entityOf(one)]))
  const entity = model && entities.get(model.entity)
  if (!model || !entity) return []
  return statementsFor(model, { entity, plans: rollupPlansOf(configuration, entities) }, measure, DAYS)
}

/** The lines that `explain` prints below the layers. */
export function measureLines(says: readonly MeasureStatement[], language: Language): string[] {
  const isEnglish = language === 'en'
  return says.flatMap(({ measure, label, rows, rollup }) => [
    '',
    `${measure}  ${label}`,
    `  ${isEnglish ? 'from rows, on PostgreSQL and PGlite alike' : '数记录（PostgreSQL 与 PGlite 相同）'}:`,
    `    ${rows}`,
    ...(rollup === undefined
      ? [`  ${isEnglish ? 'no roll-up holds it' : '没有汇总能答'}`]
      : [`  ${isEnglish ? 'from the roll-up' : '用汇总'}:`, `    ${rollup}`]),
  ])
}
