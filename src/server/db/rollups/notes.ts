import { quoted } from '../tables/province.ts'
import { ROWS, type RollupPlan } from './plan.ts'

/** What is noted is added, or with `-` taken away. */
export type Sign = '' | '-'
export const signed = (sign: Sign, numbers: readonly string[]): string[] =>
  sign === '' ? [...numbers] : numbers.map(number => `-(${number})`)

/** Fields that some number adds up. */
const addedUp = ({ sums }: RollupPlan): string[] => [...new Set(sums.flatMap(({ of }) => of ?? []))]
const sumName = (field: string): string => `${field}$sum`
const column = (name: string): string => `r.${quoted(name)}`
const valueOf = (field: string): string => `coalesce(${column(field)}, 0)`

interface NoteColumn {
  name: string
  type: string
}
/**
 * Columns of what is noted: rows alike, how many of them came or went, and what their fields add up to. Which number
 * that changes is worked out by whoever reads it: a writer would pay for each condition of each number.
 */
export const noteColumns = (plan: RollupPlan): NoteColumn[] => [
  ...plan.told,
  { name: ROWS, type: 'bigint not null' },
  ...addedUp(plan).map(field => ({ name: sumName(field), type: 'numeric not null' })),
]

/** One row of `source`, if it counts. */
export function noteOf(plan: RollupPlan, source: string, sign: Sign = ''): string {
  const values = [...plan.told.map(({ sql }) => sql), ...signed(sign, ['1', ...addedUp(plan).map(valueOf)])]
  return `select ${values.join(', ')} from ${source} r${whereOf(plan)}`
}

/** Rows of `source` that count, those alike as one. */
export function notesOf(plan: RollupPlan, source: string, sign: Sign = ''): string {
  const numbers = signed(sign, ['count(*)', ...addedUp(plan).map(field => `sum(${valueOf(field)})`)])
  const group =
    plan.told.length > 0 ? ` group by ${plan.told.map((_, at) => at + 1).join(', ')}` : ' having count(*) > 0'
  const values = [...plan.told.map(({ sql }) => sql), ...numbers]
  return `select ${values.join(', ')} from ${source} r${whereOf(plan)}${group}`
}

const whereOf = ({ where }: RollupPlan): string => (where === undefined ? '' : ` where ${where}`)

/** Where numbers are worked out from: an alias `r` with its condition, how many rows one is, and a field's value. */
export interface Contributing {
  rows: string
  count: string
  value(field: string): string
}
export const ofRows = (plan: RollupPlan, table: string): Contributing => ({
  rows: `${table} r${whereOf(plan)}`,
  count: '1',
  value: valueOf,
})
export const ofNotes = (delta: string): Contributing => ({
  rows: `${delta} r`,
  count: column(ROWS),
  value: field => column(sumName(field)),
})

/** What one row of the source adds to each number. */
export const addedBy = ({ sums }: Pick<RollupPlan, 'sums'>, { count, value }: Omit<Contributing, 'rows'>): string[] => [
  count,
  ...sums.map(({ when, of }) => {
    const added = of === undefined ? count : value(of)
    return when === undefined ? added : `case when ${when} then ${added} else 0 end`
  }),
]
