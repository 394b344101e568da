import { rangeKeys } from '../../core/contract/api.ts'
import type { ListFilters } from '../../core/contract/statistics.ts'
import type { CallContext } from '../call/context.ts'
import type { OpenedList } from '../call/open-list.ts'
import { grouped } from '../db/arrays.ts'
import type { Database } from '../db/database.ts'
import { inOneReading } from '../db/reading.ts'
import type { RollupView } from '../db/rollups/plan.ts'
import { countAll, type Counted, type Counting, type Found } from './count.ts'
import { rollupFor } from './from-rollup.ts'
import type { Grouping } from './groups.ts'

type Asked = Counting['measures'][number]

/** A question of some widget: rows are told apart by time through the request, so they are opened for any. */
export interface Question extends Omit<Counting, 'list' | 'view'> {
  /** field that periods are cut by */
  time?: string | undefined
  filters: ListFilters
  /** how many rows there are matters, not the measures alone: no other period's rows may be among them */
  exact?: true
  open(filters: ListFilters): Promise<OpenedList>
}

/** Questions that are counted together: the same rows but for the time, the same groups, the same source. */
interface Bin {
  question: Question
  list: OpenedList
  view: Counting['view']
  measures: Map<string, Asked>
  sums: Counting['sums']
  asked: Answered[]
}
interface Answered {
  question: Question
  /** names of the measures in the statement, in the order of the question */
  names: string[]
  done(found: Counted[]): void
  fail(error: unknown): void
}

const waiting = new WeakMap<CallContext, Map<string, Bin>>()

/**
 * Counts what is asked, together with whatever else this call asks in the same moment of the same rows and groups: the
 * widgets of a page share periods and areas, and mostly their statistics. All that is asked in one moment is answered
 * of one moment.
 */
export async function countTogether(call: CallContext, question: Question): Promise<Counted[]> {
  const list = await question.open(question.filters)
  return new Promise((done, fail) => {
    const view = rollupFor({ list, groupings: question.groupings, measures: question.measures })
    const [key, within] = placeOf(question, list, view)
    const bins = waiting.get(call) ?? start(call)
    const bin: Bin = bins.get(key) ?? { question, list, view, measures: new Map(), sums: question.sums, asked: [] }
    bins.set(key, bin)
    if (bin.view && view) bin.view = cutByBoth(bin.view, view)
    if (isWider(question.sums, bin.sums)) bin.sums = question.sums
    const names = question.measures.map(asked => add(bin, { ...asked, ...(within ? { within } : {}) }))
    bin.asked.push({ question, names, done, fail })
  })
}

function start(call: CallContext): Map<string, Bin> {
  const bins = new Map<string, Bin>()
  waiting.set(call, bins)
  setImmediate(() => {
    waiting.delete(call)
    void answerAll(call.db, statementsOf([...bins.values()]))
  })
  return bins
}

/** A number with its comparison and its way there; what more is asked at once is shared out among connections. */
const MOST = 4

/** What becomes one statement: of the same table, so that none waits for another's longer one. */
const statementsOf = (bins: readonly Bin[]): Bin[][] =>
  [...grouped(bins, ({ list }) => list.rows.entity.name).values()].flatMap(alike =>
    Array.from({ length: Math.ceil(alike.length / MOST) }, (_, i) => alike.slice(i * MOST, (i + 1) * MOST)),
  )

/** One statement is of one moment by itself. */
async function answerAll(db: Database, statements: readonly Bin[][]): Promise<void> {
  const all = (within: Database) => Promise.all(statements.map(bins => answer(within, bins)))
  await (statements.length === 1 ? all(db) : inOneReading(db, all)).catch((error: unknown) => {
    for (const { asked } of statements.flat()) for (const { fail } of asked) fail(error)
  })
}

const groupedBy = ({ dimension: { kind, field, grain, bands, multiple }, digits }: Grouping): unknown[] => [
  kind,
  field,
  grain,
  bands,
  multiple,
  digits,
]

/**
 * What must be the same, and what of the time each number takes for itself: sums of several periods come from one
 * statement where it reads no more rows for them.
 */
function placeOf(
  { filters, groupings, time, exact }: Question,
  { call: { endpoint } }: OpenedList,
  view: Counting['view'],
): [string, ListFilters?] {
  const [start, end] = time === undefined ? ['', ''] : rangeKeys(time)
  const isAlike = filters[end] !== undefined && (view || filters[start] === undefined)
  const isOfTime = !exact && groupings.length === 0 && isAlike
  const { [start]: _start, [end]: _end, ...others } = filters
  const said = isOfTime ? others : filters
  const source = view && [view.plan.name, view.level, view.cut?.finer]
  const key = JSON.stringify([endpoint.name, said, groupings.map(groupedBy), source, isOfTime])
  if (!isOfTime) return [key]
  const within = Object.fromEntries([start, end].flatMap(name => (name in filters ? [[name, filters[name]]] : [])))
  return [key, within as ListFilters]
}

/** Periods that one question or the other cuts are read of something finer for both. */
function cutByBoth(one: RollupView, other: RollupView): RollupView {
  if (!one.cut || !other.cut) return one
  const { periods } = one.cut
  const more = other.cut.periods.filter(({ start }) => !periods.some(known => known.start === start))
  return more.length === 0 ? one : { ...one, cut: { ...one.cut, periods: [...periods, ...more] } }
}

const WIDTHS: readonly Counting['sums'][] = ['none', 'total', 'each']
const isWider = (a: Counting['sums'], b: Counting['sums']): boolean => WIDTHS.indexOf(a) > WIDTHS.indexOf(b)

/** The name of a number in the statement: one for all that mean the same. */
function add({ measures }: Bin, asked: Asked): string {
  const { label: _label, note: _note, unit: _unit, digits: _digits, better: _better, ...meaning } = asked.measure
  const key = JSON.stringify([meaning, asked.filters, asked.within])
  measures.set(key, asked)
  return key
}

async function answer(db: Database, bins: readonly Bin[]): Promise<void> {
  const answers = await countAll(db, await Promise.all(bins.map(countingOf)))
  for (const [i, { measures, asked }] of bins.entries()) {
    const places = [...measures.keys()]
    const found = answers[i]
    for (const { question, names, done, fail } of asked)
      if (found?.status === 'fulfilled')
        done(
          partOf(
            found.value,
            question,
            names.map(name => places.indexOf(name)),
          ),
        )
      else fail(found?.reason)
  }
}

const countingOf = async (bin: Bin): Promise<Counting> => ({
  list: await listOf(bin),
  view: bin.view,
  groupings: bin.question.groupings,
  measures: [...bin.measures.values()],
  sums: bin.sums,
})

/** The rows of all the periods that are asked for. */
async function listOf({ question, list, asked }: Bin): Promise<OpenedList> {
  const { time, filters, open } = question
  if (time === undefined || asked.length === 1) return list
  const [start, end] = rangeKeys(time)
  const all = asked.map(one => one.question.filters)
  const [starts, ends] = [start, end].map(name =>
    all
      .map(one => one[name])
      .map(String)
      .sort(),
  )
  const { [start]: _start, [end]: _end, ...others } = filters
  const isOpen = all.some(one => one[start] === undefined)
  return open({
    ...others,
    ...(isOpen ? {} : { [start]: starts?.[0] }),
    ...(filters[end] === undefined ? {} : { [end]: ends?.at(-1) }),
  })
}

const isTotal = ({ keys }: Found): boolean => keys.every(key => key === null)
const isGroup = ({ keys }: Found): boolean => keys.every(key => key !== null)
const WANTED: Record<Counting['sums'], (one: Found) => boolean> = {
  none: isGroup,
  total: one => isGroup(one) || isTotal(one),
  each: () => true,
}

/** What one question asked for, of what the statement found. */
const partOf = (found: readonly Found[], { sums, measures }: Question, places: readonly number[]): Counted[] =>
  found.filter(WANTED[sums]).map(({ keys, rows, values }) => ({
    keys,
    rows,
    values: Object.fromEntries(
      measures.flatMap(({ measure }, i): [string, number][] => {
        const value = values[places[i] ?? -1]
        return value === undefined ? [] : [[measure.name, value]]
      }),
    ),
  }))
