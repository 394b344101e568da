import type { Entity } from '../tables/models.ts'
import { quoted } from '../tables/province.ts'
import {
  addedBy,
  noteColumns,
  noteOf,
  notesOf,
  ofNotes,
  ofRows,
  signed,
  type Contributing,
  type Sign,
} from './notes.ts'
import { cutSql, fieldsIn, LEVEL, ROWS, rollupTables, type RollupKey, type RollupPlan } from './plan.ts'

const NEW = 'new_rows'
const OLD = 'old_rows'

const keysOf = ({ keys }: RollupPlan): string[] => keys.map(({ name }) => quoted(name))
const numbersOf = ({ sums }: RollupPlan): string[] => [ROWS, ...sums.map(({ name }) => name)].map(quoted)
/** Columns of what is noted: keys, then numbers. */
const columnsOf = (plan: RollupPlan): string[] => [...keysOf(plan), ...numbersOf(plan)]
/** Columns of what is put together. */
const levelColumns = (plan: RollupPlan): string[] => [quoted(LEVEL), ...columnsOf(plan)]

/** Rows that count, as keys and what they add, or with `-` take away. */
function contributions(plan: RollupPlan, { rows, ...of }: Contributing, sign: Sign = ''): string {
  const names = columnsOf(plan)
  const values = [...plan.keys.map(key => key.sql), ...signed(sign, addedBy(plan, of))]
  return `select ${values.map((value, at) => `${value} as ${names[at]}`).join(', ')} from ${rows}`
}

/** Groups that do not come to nothing. */
const isAnything = (plan: RollupPlan): string =>
  numbersOf(plan)
    .map(name => `sum(${name}) <> 0`)
    .join(' or ')

/** Parts put together, group by group. */
function together(plan: RollupPlan, ...parts: string[]): string {
  const keys = keysOf(plan)
  const sums = numbersOf(plan).map(name => `sum(${name}) as ${name}`)
  const group = keys.length > 0 ? ` group by ${keys.join(', ')}` : ''
  return (
    `select ${[...keys, ...sums].join(', ')} from (${parts.join(' union all ')}) c${group}`
    + ` having ${isAnything(plan)}`
  )
}

const rowsOf = (plan: RollupPlan): string => contributions(plan, ofRows(plan, quoted(plan.table)))
const noted = (plan: RollupPlan): string => contributions(plan, ofNotes(quoted(rollupTables(plan).delta)), '-')

/** The key of a level, of a key that is noted; empty where the level leaves it out. */
const levelKeys = (plan: RollupPlan, level: number): string[] =>
  plan.keys.map(({ name, type }) => {
    const cut = plan.levels[level]?.find(one => one.name === name)
    return cut ? cutSql(cut, type, `c.${quoted(name)}`) : `null::${type}`
  })

const FINE = 'fine'

/** The groups of `fine` put together for each level. */
const ofLevels = (plan: RollupPlan): string =>
  plan.levels
    .map((_, level) => {
      const keys = levelKeys(plan, level)
      const names = keysOf(plan)
      const sums = numbersOf(plan).map(name => `sum(${name}) as ${name}`)
      const group = keys.length > 0 ? ` group by ${keys.map((_key, at) => at + 2).join(', ')}` : ''
      const mark = `${level}::smallint as ${quoted(LEVEL)}`
      const columns = [mark, ...keys.map((key, at) => `${key} as ${names[at]}`), ...sums]
      return `select ${columns.join(', ')} from ${FINE} c${group} having ${isAnything(plan)}`
    })
    .join(' union all ')

const levelled = (plan: RollupPlan, ...parts: string[]): string =>
  `with ${FINE} as materialized (${together(plan, ...parts)}) ${ofLevels(plan)}`

/** What the rows say. */
export const counted = (plan: RollupPlan): string => levelled(plan, rowsOf(plan))
/** What the rows say, less what is noted of changes. */
const uncounted = (plan: RollupPlan): string => levelled(plan, rowsOf(plan), noted(plan))
/** What the rows say, less what the roll-up says. */
export function difference(plan: RollupPlan): string {
  const keys = [quoted(LEVEL), ...keysOf(plan)]
  const numbers = numbersOf(plan)
  const base = `select ${[...keys, ...signed('-', numbers)].join(', ')} from ${quoted(rollupTables(plan).base)}`
  return (
    `with ${FINE} as materialized (${together(plan, rowsOf(plan), noted(plan))})`
    + ` select ${[...keys, ...numbers.map(name => `sum(${name}) as ${name}`)].join(', ')}`
    + ` from (${ofLevels(plan)} union all ${base}) c group by ${keys.join(', ')} having ${isAnything(plan)}`
  )
}

const EMPTY: Record<string, string> = {
  text: `''`,
  date: `'1970-01-01'::date`,
  'timestamp(0)': `'1970-01-01'::timestamp`,
}
/** Two expressions for each key, because no unique index of PostgreSQL 14 takes two empty values for the same. */
function groupOf({ keys }: RollupPlan): string {
  const parts = keys.map(({ name, type }) => {
    const key = quoted(name)
    return `(${key} is null), coalesce(${key}, ${EMPTY[type] ?? '0'})`
  })
  return `(${[quoted(LEVEL), ...parts].join(', ')})`
}

/** First key, then time: the order in which what is put together is asked, and written when it is made. */
const orderOf = ({ keys: [first, ...others] }: RollupPlan): RollupKey[] => {
  const time = others.find(({ grain }) => grain !== undefined)
  return [...(first ? [first] : []), ...(time ? [time] : [])]
}

/** By level and first key, and, for whoever asks of a level as a whole, by level and time. */
function indexesOf(plan: RollupPlan): string[] {
  const order = orderOf(plan)
  const time = plan.keys.find(({ grain }) => grain !== undefined)
  return [order, time && order[0] !== time ? [time] : []].flatMap(keys => {
    const columns = keys.map(({ name, type }) => `${quoted(name)}${type === 'text' ? ' text_pattern_ops' : ''}`)
    const all = [quoted(LEVEL), ...columns].join(', ')
    return keys.length === 0 ? [] : [`create index on ${quoted(rollupTables(plan).base)} (${all})`]
  })
}

/** Groups that are read together lie together: a province's day is on one page of the disk, not on a thousand. */
export function filling(plan: RollupPlan): string {
  const order = [LEVEL, ...orderOf(plan).map(({ name }) => name)].map(quoted).join(', ')
  return (
    `insert into ${quoted(rollupTables(plan).base)} (${levelColumns(plan).join(', ')})`
    + ` select * from (${uncounted(plan)}) as put order by ${order}`
  )
}

/** Tables: what is put together, found by level and first key, and what has changed, which is only read whole. */
export function tablesFor(plan: RollupPlan): string[] {
  const { base, delta } = rollupTables(plan)
  const columns = [
    ...plan.keys.map(({ name, type }) => `${quoted(name)} ${type}`),
    `${quoted(ROWS)} bigint not null`,
    ...plan.sums.map(({ name, of }) => `${quoted(name)} ${of === undefined ? 'bigint' : 'numeric'} not null`),
  ].join(', ')
  const notes = noteColumns(plan).map(({ name, type }) => `${quoted(name)} ${type}`)
  return [
    `create table ${quoted(base)} (${quoted(LEVEL)} smallint not null, ${columns})`,
    `create table ${quoted(delta)} (${notes.join(', ')}) with (autovacuum_vacuum_scale_factor = 0, `
      + 'autovacuum_vacuum_threshold = 2000)',
    `create unique index on ${quoted(base)} ${groupOf(plan)}`,
    `create index on ${quoted(base)} (${quoted(ROWS)}) where ${quoted(ROWS)} = 0`,
    ...indexesOf(plan),
  ]
}

/**
 * Moves what has changed, or `most` notes of it, to what is put together. The first statement alone changes nothing
 * that is read.
 */
export function folding(plan: RollupPlan, most: number): string[] {
  const { base, delta } = rollupTables(plan)
  const gone = `ctid = any (array(select ctid from ${quoted(delta)} limit ${most}))`
  const numbers = numbersOf(plan)
  const summed = numbers.map(name => `${name} = b.${name} + excluded.${name}`).join(', ')
  return [
    `with gone as (delete from ${quoted(delta)} where ${gone} returning *),
       ${FINE} as materialized (${together(plan, contributions(plan, ofNotes('gone')))})
     insert into ${quoted(base)} as b (${levelColumns(plan).join(', ')})
     select * from (${ofLevels(plan)}) as put
     on conflict ${groupOf(plan)} do update set ${summed}`,
    `delete from ${quoted(base)} where ${numbers.map(name => `${name} = 0`).join(' and ')}`,
  ]
}

/** Columns whose change moves a row to another group or changes what it adds. */
export function columnsRead(plan: RollupPlan, entity: Pick<Entity, 'fields'>): string[] {
  const said = [plan.where, ...plan.told.map(({ sql }) => sql), ...plan.sums.map(({ of }) => of)]
  return fieldsIn(entity, said).map(({ name }) => name)
}

const EVENTS = ['insert', 'update', 'delete', 'truncate'] as const
type Event = (typeof EVENTS)[number]
const nameOf = (plan: RollupPlan, event: Event): string => quoted(`${rollupTables(plan).delta}_${event}`)
export const triggersOf = (plan: RollupPlan): string[] => EVENTS.map(event => nameOf(plan, event))
export const functionsOf = triggersOf

/**
 * One trigger for each event. What is inserted or deleted is noted once for each statement and group. An update looks
 * at its rows one by one, and only where it sets a column that is counted by to another value: the many updates of
 * other columns cost nothing, where a trigger of the statement would copy every row, before and after.
 */
export function triggersFor(plan: RollupPlan, entity: Pick<Entity, 'fields'>): string[] {
  const { base, delta } = rollupTables(plan)
  const table = quoted(plan.table)
  const into = `insert into ${quoted(delta)} (${noteColumns(plan)
    .map(({ name }) => quoted(name))
    .join(', ')})`
  const read = columnsRead(plan, entity).map(quoted)
  const differs = read.map(name => `old.${name} is distinct from new.${name}`).join(' or ')
  // of the columns read alone: the whole row would be put together again for each of them
  const [before, after] = ['old', 'new'].map(
    row => `(select ${read.map(name => `${row}.${name} as ${name}`).join(', ')})`,
  ) as [string, string]
  const made: Record<Event, [how: string, does: string]> = {
    insert: [`insert on ${table} referencing new table as ${NEW} for each statement`, `${into} ${notesOf(plan, NEW)}`],
    update: [
      `update of ${read.join(', ')} on ${table} for each row when (${differs})`,
      // two statements: one of both, which puts two sources together, takes half as long again
      `${into} ${noteOf(plan, after)}; ${into} ${noteOf(plan, before, '-')}`,
    ],
    delete: [
      `delete on ${table} referencing old table as ${OLD} for each statement`,
      `${into} ${notesOf(plan, OLD, '-')}`,
    ],
    truncate: [`truncate on ${table} for each statement`, `truncate ${quoted(delta)}, ${quoted(base)}`],
  }
  return EVENTS.filter(event => event !== 'update' || read.length > 0).flatMap(event => {
    const [how, does] = made[event]
    const name = nameOf(plan, event)
    return [
      `create or replace function ${name}() returns trigger language plpgsql as $$begin ${does}; return null; end$$`,
      `create trigger ${name} after ${how} execute function ${name}()`,
    ]
  })
}
