import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chance } from '../../chance.ts'
import { drawnPeriod } from './periods.ts'
import type {
  Figures,
  ListFilters,
  MeasureModel,
  StatisticModel,
  StatisticQuery,
} from '../../../src/core/contract/statistics.ts'
import { COMPARISONS, isCounted } from '../../../src/core/contract/statistics.ts'
import type { CallContext } from '../../../src/server/call/context.ts'
import type { TableRow } from '../../../src/server/db/database.ts'
import { keepRollups, ROLLUP_TABLES } from '../../../src/server/db/rollups/keep.ts'
import type { RollupPlan } from '../../../src/server/db/rollups/plan.ts'
import type { Entity } from '../../../src/server/db/tables/models.ts'
import { asOfNow } from '../../../src/server/dispatch/person.ts'
import { figuresOf } from '../../../src/server/statistics/figures.ts'
import { lookOf, type Look } from '../../../src/server/statistics/look.ts'
import { rollupPlansOf } from '../../../src/server/statistics/rollup-plans.ts'
import { isWhole } from '../../whole.ts'
import { repeatedOn, type Contract } from '../support/both.ts'
import { groupsFound, groupsTold, numberOf, rowsFor, type Question } from './naive.ts'

const AREAS = ['', '', '340000', '340400', '340402', '350000', '520100']
const MODES = ['month', 'quarter', 'year', 'range']
const QUESTIONS = process.env['FIGURES'] === 'all' ? 3000 : isWhole ? 80 : 24
/** Rows are read one by one: the days of a year by anything else would take minutes. */
const MOST_COMPARED = 60

/** What there is a list of, which is how rows are read; but for rows shared with units, which are seen beyond their area. */
const listed = ({ scoped, entities }: CallContext): StatisticModel[] =>
  scoped.statistics().flatMap(name => {
    const model = scoped.statistic(name)
    return model?.list && !entities().get(model.entity)?.owned?.units ? [model] : []
  })

/** Everybody else has fewer rights, which other tests are about. */
const WHO = 'admin'

interface Drawing {
  random: () => number
  pick<T>(from: readonly T[]): T
}

function filtersOf({ random, pick }: Drawing, { dimensions }: StatisticModel, rows: readonly TableRow[]): ListFilters {
  const kinds = Object.values(dimensions).filter(
    ({ kind, multiple }) => (kind === 'dict' || kind === 'flag') && !multiple,
  )
  if (kinds.length === 0 || rows.length === 0 || random() < 0.6) return {}
  const { field, kind } = pick(kinds)
  const value = (): string => String(pick(rows)[field] ?? '') || '$empty'
  if (kind === 'flag') return { [field]: value() }
  return { [field]: random() < 0.3 ? ['$not', value()] : [...new Set([value(), value()])] }
}

function queryOf(drawing: Drawing, model: StatisticModel, rows: readonly TableRow[]): StatisticQuery {
  const { random, pick } = drawing
  const names = Object.values(model.measures).flatMap(({ name, kind }) => (kind === 'derived' ? [] : [name]))
  const measures = [...new Set(Array.from({ length: 3 }, () => pick(names)))]
  const dimensions = Object.keys(model.dimensions)
  const [one, other] = [pick(dimensions), pick(dimensions)]
  const time = [one, other].filter(name => model.dimensions[name]?.kind === 'time')
  const isTwo = random() < 0.3 && one !== other && time.length < 2
  return {
    statistic: model.name,
    measures,
    by: random() < 0.2 ? [] : isTwo ? [one, other] : [one],
    filters: filtersOf(drawing, model, rows),
    ...(random() < 0.4 ? { compare: ['previous'] } : {}),
  }
}

type Widget = [StatisticModel, StatisticQuery, Look]
const [PAGES, WIDGETS] = [process.env['FIGURES'] === 'all' ? 300 : isWhole ? 9 : 5, 14]
const PEOPLE = ['admin', 'huainan_admin', 'fj_fuzhou', 'huainan_kaifa']
/** Few, so that many widgets ask of the same. */
const ASKED = ['clues', 'regionWork', 'shops']
const PERIODS = ['2026-06', '2026-Q2', '2026', '2026-05-03..2026-06-11', '']

/** A question with all that a widget may wish, of small groups that are withheld. */
function drawnWidget(drawing: Drawing, person: CallContext): Widget {
  const { random, pick } = drawing
  const known = person.scoped.statistic(pick(ASKED))!
  const secret = Object.values(known.dimensions).map(one => [one.name, { ...one, atLeast: 20 }] as const)
  const model = random() < 0.3 ? { ...known, dimensions: Object.fromEntries(secret) } : known
  const plain = queryOf(drawing, model, [])
  const [first] = plain.by.map(name => model.dimensions[name]?.kind)
  const isCut = plain.by.length > 0 && first !== 'time' && first !== 'band'
  const query: StatisticQuery = {
    ...plain,
    ...(random() < 0.4 ? { compare: [...COMPARISONS] } : {}),
    ...(isCut && random() < 0.5 ? { top: 3, ...(random() < 0.7 ? { rest: '其他' } : {}) } : {}),
    ...(plain.by.length > 1 && random() < 0.4 ? { totals: true } : {}),
  }
  const period = pick(PERIODS)
  const look = lookOf({ ...person, args: period === '' ? {} : { period } })
  return [model, query, { ...look, asOf: '' }]
}

/** What somebody finds who counts all rows one by one. */
const byHand = (question: Question, found: readonly TableRow[], name: string, keys: string[]): number | null => {
  const measure = question.model.measures[name] as MeasureModel
  if (isCounted(measure)) return numberOf(question, found, measure, keys)
  const [part, whole] = [measure.of, measure.in].map(one => byHand(question, found, one ?? '', keys))
  return part === null || part === undefined || !whole ? null : part / whole
}

const expectClose = (told: number | null | undefined, counted: number | null, said: string): void => {
  if (told === null || told === undefined || counted === null) expect(told ?? null, said).toBe(counted)
  else expect(told, said).toBeCloseTo(counted, 6)
}

export const countedByHandContract: Contract = api => {
  describe('random questions to statistics', () => {
    const kept: { plans: RollupPlan[] } = { plans: [] }
    beforeAll(async () => {
      for (const statement of ROLLUP_TABLES) await sql.raw(statement).execute(api().db)
      const plans = rollupPlansOf(api().services.configuration(), api().services.entities())
      kept.plans = (await keepRollups(api().db, plans, api().services.entities())).usable
    })
    afterAll(async () => {
      await keepRollups(api().db, [], api().services.entities())
    })

    it('have the answers that somebody finds who counts all rows one by one, with and without roll-ups', async () => {
      const random = chance()
      const drawing: Drawing = { random, pick: from => from[Math.floor(random() * from.length)]! }
      const stored = new Map<string, TableRow[]>()
      const rowsOf = async (table: string): Promise<TableRow[]> => {
        const rows =
          stored.get(table) ?? (await sql<TableRow>`select * from ${sql.table(table)}`.execute(api().db)).rows
        stored.set(table, rows)
        return rows
      }
      for (let i = repeatedOn(api(), QUESTIONS); i > 0; i--) {
        const services = { ...api().services, rollups: () => (i % 3 === 0 ? [] : kept.plans) }
        const person = await asOfNow(services, { userId: `user-${WHO}`, ip: '' }, error => {
          throw error
        })
        const model = drawing.pick(listed(person))
        await compare(drawing, person, model, await rowsOf(model.entity))
      }
    })

    it('have the same answers when they are asked together as when each is asked alone', async () => {
      const random = chance()
      const drawing: Drawing = { random, pick: from => from[Math.floor(random() * from.length)]! }
      for (let i = repeatedOn(api(), PAGES); i > 0; i--) {
        const services = { ...api().services, rollups: () => (i % 3 === 0 ? [] : kept.plans) }
        const person = await asOfNow(services, { userId: `user-${drawing.pick(PEOPLE)}`, ip: '' }, error => {
          throw error
        })
        const asked = Array.from({ length: WIDGETS }, () => drawnWidget(drawing, person))
        const answer = (call: CallContext, [model, query, look]: Widget): Promise<unknown> =>
          figuresOf(call, model, query, look).catch((error: Error) => error.message.replaceAll(AT_LEAST, ''))
        const together = await Promise.all(asked.map(one => answer(person, one)))
        for (const [at, one] of asked.entries())
          expect(together[at], JSON.stringify(one.slice(1))).toEqual(await answer({ ...person }, one))
      }
    })
  })
}

/** Of too many groups: which are read first, and so how many there are at least, is the database's choice. */
const AT_LEAST = /至少 \d+ 个/g

/** Asks a question that is drawn, and counts by hand. */
async function compare(drawing: Drawing, person: CallContext, model: StatisticModel, rows: TableRow[]): Promise<void> {
  const query = queryOf(drawing, model, rows)
  const area = drawing.pick(AREAS)
  const period = drawing.random() < 0.1 ? '' : drawnPeriod(MODES, drawing.random)
  const call = { ...person, args: { ...(area && { area }), ...(period && { period }) } }
  const figures = await figuresOf(call, model, query, lookOf(call)).catch((error: Error) => error)
  // the days of a year by areas are more groups than anybody reads
  if (figures instanceof Error) return expect(figures.message).toContain('分组太多')
  const asked = {
    model,
    entity: person.entities().get(model.entity) as Entity,
    rows,
    by: query.by.map(name => model.dimensions[name]!),
    filters: query.filters ?? {},
    area,
    home: area,
    days: figures.period,
  }
  expectCounted(asked, query, figures, JSON.stringify([query, area, period, figures.period]))
}

function expectCounted(asked: Question, query: StatisticQuery, figures: Figures, said: string): void {
  const found = rowsFor(asked)
  const told = groupsTold(figures)
  for (const key of query.by.length > 0 ? groupsFound(asked, found) : []) expect(told, said).toContain(key)
  const step = Math.ceil(figures.rows.length / MOST_COMPARED)
  const before = figures.compared?.previous
  for (const [n, name] of query.measures.entries()) {
    expectClose(figures.total.values[n], byHand(asked, found, name, []), `${said} ${name}`)
    for (const [at, row] of figures.rows.entries())
      if (at % step === 0)
        expectClose(row.values[n], byHand(asked, found, name, row.keys), `${said} ${name} ${row.keys.join()}`)
    if (before)
      expectClose(figures.total.previous?.[n], byHand({ ...asked, days: before }, found, name, []), `${said} before`)
  }
}
