import type { LimitFacts } from '../../../core/overlay/limit.ts'
import type { Entity } from './models.ts'
import { quoted } from './province.ts'

/**
 * The database itself keeps the limit that binds a record next in a column: whoever writes the row, lists are sorted
 * and filtered by it like by any other, through an index.
 */
export interface LimitKeeping {
  name: string
  /** body of the trigger's function; says what it keeps */
  body: string
  statements: string[]
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`
const among = (column: string, states: readonly string[]): string[] =>
  states.length === 0 ? [] : [`${column} in (${states.map(literal).join(', ')})`]

/** The moment that binds next, as SQL; `row` stands before each column. */
function bindingSql({ of, status, closed, ended, paused }: LimitFacts, row = ''): string {
  const column = (name: string): string => `${row}${quoted(name)}`
  const limits = of.map(({ name, kind }) =>
    // a date without a time means the end of that day
    kind === 'date' ? `${column(name)} + time '23:59:59'` : column(name),
  )
  const none = [
    ...(closed === undefined ? [] : [`coalesce(${column(closed)}, 0) = 1`]),
    ...among(column(status), [...ended, ...paused]),
  ]
  const earliest = `least(${limits.join(', ')})`
  return none.length === 0 ? earliest : `case when ${none.join(' or ')} then null else ${earliest} end`
}

export function limitKeeping({ name: entity, limit }: Entity): LimitKeeping | undefined {
  if (!limit) return undefined
  const [table, column, name] = [quoted(entity), quoted(limit.field), `${entity}_limit`]
  const run = `${quoted(name)}()`
  const body = `begin new.${column} := ${bindingSql(limit, 'new.')}; return new; end`
  return {
    name,
    body,
    statements: [
      `create or replace function ${run} returns trigger language plpgsql as ${literal(body)}`,
      `drop trigger if exists ${quoted(name)} on ${table}`,
      `create trigger ${quoted(name)} before insert or update on ${table} for each row execute function ${run}`,
      `update ${table} set ${column} = ${bindingSql(limit)} where ${column} is distinct from ${bindingSql(limit)}`,
    ],
  }
}
