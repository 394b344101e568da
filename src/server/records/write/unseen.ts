import { isProse } from '../../access/field-rights.ts'
import { cellsOf, limitedTables } from '../../access/table-columns.ts'
import type { TableRow } from '../../db/database.ts'
import type { Entity } from '../../db/tables/models.ts'
import { masked, withNumbersOf } from '../read/mask.ts'

/** What was sent for a record by somebody who does not see all that stands in it: with what they do not see. */
export function withHidden(entity: Entity, sent: TableRow, before: TableRow | undefined): TableRow {
  if (!before) return sent
  const tables = limitedTables(entity).flatMap(([name, columns]) => {
    const [given, was] = [cellsOf(sent[name]), cellsOf(before[name])]
    return given && was ? [[name, wholeRows(columns, given, was)] as const] : []
  })
  return withNumbers(entity, tables.length === 0 ? sent : { ...sent, ...Object.fromEntries(tables) }, before)
}

/**
 * Rows of a table as they were sent, with what their sender does not see of them: of the row that looks the same, else
 * of the one in its place where no row came or went and what is masked is unchanged. Of a new one nothing is hidden.
 */
function wholeRows(columns: Entity, sent: readonly TableRow[], before: readonly TableRow[]): TableRow[] {
  const shown = masked(columns, [...before])
  const looks = (row: TableRow, names: readonly string[]): string =>
    JSON.stringify(names.map(name => row[name] ?? null))
  const all = columns.fields.map(({ name }) => name)
  const limits = columns.fields.filter(field => field.mask ?? field.secret ?? field.secretFilters ?? isProse(field))
  const names = limits.map(({ name }) => name)
  const left = new Set(before.keys())
  const take = (at: number | undefined): number | undefined => (at !== undefined && left.delete(at) ? at : undefined)
  const alike = sent.map(row => take([...left].find(at => looks(shown[at]!, all) === looks(row, all))))
  const places = sent.map((row, at) => {
    const isInPlace = sent.length === before.length && looks(shown[at]!, names) === looks(row, names)
    return alike[at] ?? (isInPlace ? take(at) : undefined)
  })
  return sent.map((row, at) => {
    const was = before[places[at] ?? -1]
    return was ? { ...row, ...Object.fromEntries(names.map(name => [name, was[name] ?? null])) } : row
  })
}

function withNumbers(entity: Entity, sent: TableRow, before: TableRow): TableRow {
  if (!entity.withoutNumbers) return sent
  const whole = entity.fields.filter(isProse).flatMap(({ name }) => {
    const [given, was] = [sent[name], before[name]]
    return typeof given === 'string' && typeof was === 'string' ? [[name, withNumbersOf(given, was)] as const] : []
  })
  return whole.length === 0 ? sent : { ...sent, ...Object.fromEntries(whole) }
}
