import { describe, expect, it } from 'vitest'
import { chance } from '../../chance.ts'
import { isWhole } from '../../whole.ts'
import { rewritePath, type Row } from '../../../src/core/contract/api.ts'
import {
  addsField,
  isCounted,
  listOf,
  type FigureRow,
  type Figures,
  type StatisticModel,
  type StatisticQuery,
} from '../../../src/core/contract/statistics.ts'
import type { CallContext } from '../../../src/server/call/context.ts'
import { reachOf } from '../../../src/server/access/reach.ts'
import { asOfNow } from '../../../src/server/dispatch/person.ts'
import { figuresOf } from '../../../src/server/statistics/figures.ts'
import { lookOf } from '../../../src/server/statistics/look.ts'
import type { Api } from '../support/api.ts'
import { withField } from '../support/with-field.ts'

/** A city, a county of another customer, a department, a unit that sees its own alone, a province, the country. */
const USERS = ['fj_fuzhou', 'gz_nanming', 'huainan_yaopin', 'huainan_kaifa', 'fj_province', 'admin']
const PERIODS = ['2026-10', '2026-Q3', '2026', '2025-11-15..2026-02-03', '2026-W23', '']
/** Numbers that are looked up of each answer. */
const LOOKED_UP = isWhole ? 4 : 2

const random = chance()
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!

async function callOf(api: Api, username: string, args: Row): Promise<CallContext> {
  const call = await asOfNow(api.services, { userId: `user-${username}`, ip: '' }, error => {
    throw error
  })
  return { ...call, args }
}

/** One of those who may ask for the list behind the numbers: a region may leave it out, or have another one. */
async function someoneWith(api: Api, { list }: StatisticModel): Promise<string> {
  const calls = await Promise.all(USERS.map(async username => [username, await callOf(api, username, {})] as const))
  return pick(
    calls.flatMap(([username, { scoped, user }]) =>
      user && list && reachOf(scoped, user).calls.has(list.call) ? [username] : [],
    ),
  )
}

interface Asked {
  username: string
  period: string
  model: StatisticModel
  query: StatisticQuery
}

async function figuresFor(api: Api, { username, period, model, query }: Asked): Promise<Figures> {
  const call = await callOf(api, username, period === '' ? {} : { period })
  return figuresOf(call, model, query, lookOf(call))
}

/** What the list behind a number says: how many rows, and the sum of a field where it has one. */
async function behind(api: Api, token: string, model: StatisticModel, figures: Figures, row: FigureRow, name: string) {
  const list = listOf(figures, row, name)
  if (!list) return undefined
  const endpoint = api.services
    .configuration()
    .endpoints()
    .find(one => one.name === model.list?.call)!
  const method = endpoint.method === 'GET' ? 'GET' : 'POST'
  return api.list(rewritePath(endpoint.path), token, { ...list.filters, exactTotal: 1 }, method)
}

/** Each day of a year by each area is more than anybody is shown, and so are all subjects of the country. */
function unlessTooMany(error: Error): undefined {
  if (!error.message.startsWith('分组太多')) throw error
}

async function prove(api: Api, asked: Asked): Promise<void> {
  const figures = await figuresFor(api, asked).catch(unlessTooMany)
  if (figures) await proveEach(api, asked, figures)
}

const COUNTING: ReadonlySet<string> = new Set(['count', 'stock', 'share'])
async function proveEach(api: Api, asked: Asked, figures: Figures): Promise<void> {
  const { model, query, username } = asked
  const token = await api.token(username)
  const rows = [figures.total, ...figures.rows.filter(row => row.rest), pick(figures.rows), pick(figures.rows)]
  for (const row of rows.filter(Boolean).slice(0, LOOKED_UP)) {
    const name = pick(query.measures)
    const measure = model.measures[name]!
    const value = row.values[query.measures.indexOf(name)]
    const said = `${username} ${asked.period} ${model.name}.${name} ${query.by.join()} ${row.keys.join()}`
    const list = await behind(api, token, model, figures, row, name)
    const expected = measure.kind === 'share' ? row.values[query.measures.indexOf(measure.of ?? '')] : value
    if (!list) expect(expected || 0, `${said}: no list`).toBe(0)
    else if (COUNTING.has(measure.kind) && !addsField(measure)) expect(list.totalRecord, said).toBe(expected)
    else if (list.totals && (measure.of ?? '') in list.totals)
      expect((list.totals[measure.of ?? ''] ?? 0) / (measure.scale ?? 1), said).toBeCloseTo(value ?? 0, 6)
  }
}

const dimensionsOf = ({ dimensions }: StatisticModel): string[] => Object.keys(dimensions)

/** Questions of each statistic in `npm test`: all of them take a minute. */
const QUESTIONS = isWhole ? Infinity : 2

/** Each statistic by each of its dimensions, alone and with another one. */
function questionsOf(model: StatisticModel): StatisticQuery[] {
  const measures = Object.keys(model.measures)
  const all = dimensionsOf(model).flatMap(name => {
    const statistic = model.name
    const { kind } = model.dimensions[name]!
    const top = kind === 'time' || kind === 'band' ? {} : { top: 3, rest: '其他' }
    const other = pick(dimensionsOf(model).filter(one => one !== name && model.dimensions[one]?.kind !== 'time'))
    const alone = { statistic, measures, by: [name] }
    // the days of a year by anything else are more groups than anybody reads
    return model.dimensions[name]!.grain === 'day' ? [alone] : [alone, { ...alone, by: [name, other], ...top }]
  })
  return all
    .map(question => ({ question, by: random() }))
    .sort((a, b) => a.by - b.by)
    .slice(0, QUESTIONS)
    .map(({ question }) => question)
}

export function figuresContract(api: () => Api): void {
  describe('numbers', () => {
    it('are the totals of the lists that they lead to, whatever they are cut by, for whomever', async () => {
      const scoped = api().services.configuration().scope({})
      for (const name of scoped.statistics()) {
        const model = scoped.statistic(name)!
        for (const query of questionsOf(model))
          await prove(api(), { username: await someoneWith(api(), model), period: pick(PERIODS), model, query })
      }
    })

    it('are told to nobody who may not see the field that they are of, or are cut or filtered by', async () => {
      const asked = (hidden: string, username: string, query: Omit<StatisticQuery, 'statistic'>) =>
        withField(api().services, ['illegalResult', hidden], { roles: ['999'] }, async () => {
          const call = await asOfNow(api().services, { userId: `user-${username}`, ip: '' }, () => undefined)
          const model = call.scoped.statistic('clues')!
          return figuresOf(
            { ...call, args: {} },
            model,
            { statistic: 'clues', ...query },
            lookOf({ ...call, args: {} }),
          ).then(
            ({ rows, total }) => rows.length + (total.values[0] ?? 0) > 0,
            (error: { status?: number }) => error.status,
          )
        })
      for (const [hidden, query] of [
        ['amountInvolved', { measures: ['amount'], by: [] }],
        ['platformName', { measures: ['clues'], by: ['platformName'] }],
        ['overdue', { measures: ['lateRate'], by: [] }],
      ] as const) {
        const wish = { measures: [...query.measures], by: [...query.by] }
        expect(await asked(hidden, 'fj_fuzhou', wish), hidden).toBe(403)
        expect(await asked(hidden, 'admin', wish), hidden).toBe(true)
      }
    })

    it('may be those of one unit, which are the rows of its list; another’s unit is refused', async () => {
      type Board = { widgets: Record<string, Figures>; unit?: { name: string } }
      const ask = async (page: string, unit?: string) => {
        const shown = api().services.configuration().scope({}).page(page)
        const names = shown?.kind === 'dashboard' ? shown.widgets.flatMap(one => (one.query ? one.name : [])) : []
        const args = {
          page,
          period: '2026',
          widgets: names.filter((name, i) => i === 0 || name === 'units'),
          ...(unit === undefined ? {} : { unit }),
        }
        const { status, body } = await api().ask<Board>(
          'POST',
          '/api-console/figures',
          await api().token('admin'),
          args,
        )
        return { status, said: body.resultMsg, board: body.data as Board }
      }
      const work = 'statisticalAnalysis/workSts'
      const { board: all } = await ask(work)
      const of = (one: Board) => one.widgets['clues'] as Figures
      const [first] = (all.widgets['units'] as Figures).rows
      const unit = String(first?.keys[0])
      const { board } = await ask(work, unit)
      expect(board.unit?.name).toBe(first?.labels[0])
      expect(of(board).total.values[0]).toBe(first?.values[0])
      expect(of(board).total.values[0]).toBeLessThan(of(all).total.values[0] ?? 0)
      const behind = listOf(of(board), of(board).total, 'clues')
      expect(behind?.filters).toMatchObject({ curOrg: unit })
      const token = await api().token('admin')
      const behindCall = '/api/ivIdIllegalResult/queryListNew'
      const { totalRecord } = await api().list(behindCall, token, behind?.filters ?? {})
      expect(totalRecord).toBe(of(board).total.values[0])
      expect(await ask(work, 'nobody')).toMatchObject({ status: 400, said: expect.stringContaining('没有这个单位') })
      const foreign = await api().ask('POST', '/api-console/figures', await api().token('huainan_admin'), {
        page: work,
        unit: (
          await api().services.db.selectFrom('user').selectAll().where('username', '=', 'fj_fuzhou').executeTakeFirst()
        )?.['orgId'],
      })
      expect(foreign.status).toBe(400)
      // a page that offers no units is not moved by one
      const home = 'index/home'
      expect((await ask(home, unit)).board.unit).toBeUndefined()
    })

    it('of a group below `atLeast` are withheld, and cannot be found by taking the others from the total', async () => {
      const model = api().services.configuration().scope({}).statistic('clues')!
      const least = 40
      const secret = (name: string) => ({ [name]: { ...model.dimensions[name]!, atLeast: least } })
      const dimensions = { ...model.dimensions, ...secret('illegalCategory'), ...secret('illegalSource') }
      let hidden = 0
      for (const by of [['illegalCategory'], ['illegalSource'], ['illegalCategory', 'illegalSource']])
        for (const period of ['2026-06', '2026-Q2', '']) {
          const totals = by.length > 1 ? { totals: true as const } : {}
          const asked = { username: 'admin', period, query: { statistic: 'clues', measures: ['clues'], by, ...totals } }
          const open = await figuresFor(api(), { ...asked, model })
          const shut = await figuresFor(api(), { ...asked, model: { ...model, dimensions } })
          const counts = new Map(open.rows.map(({ keys, values }) => [keys.join(), values[0] ?? 0]))
          const gone = shut.rows.filter(({ withheld }) => withheld)
          hidden += gone.length
          for (const { keys, withheld, values } of shut.rows) {
            const count = counts.get(keys.join()) ?? 0
            if (withheld) expect(values, keys.join()).toEqual([null])
            else expect(count === 0 || count >= least, `${keys.join()} ${count}`).toBe(true)
          }
          const left = gone.reduce((sum, { keys }) => sum + (counts.get(keys.join()) ?? 0), 0)
          if (gone.length > 0 && !shut.total.withheld) expect(gone.length > 1 && left >= least, by.join()).toBe(true)
        }
      expect(hidden).toBeGreaterThan(0)
    })

    it('of the groups add up to the number of all where each row counts once', async () => {
      const scoped = api().services.configuration().scope({})
      for (const name of scoped.statistics()) {
        const model = scoped.statistic(name)!
        const measures = Object.values(model.measures).flatMap(one =>
          isCounted(one) && one.kind !== 'average' ? [one.name] : [],
        )
        for (const by of dimensionsOf(model)) {
          const { kind, multiple } = model.dimensions[by]!
          if (multiple || kind === 'time') continue
          const asked = {
            username: await someoneWith(api(), model),
            period: pick(PERIODS),
            model,
            query: { statistic: name, measures, by: [by] },
          }
          const figures = await figuresFor(api(), asked).catch(unlessTooMany)
          if (!figures) continue
          const { rows, total } = figures
          const sums = measures.map((_, i) => rows.reduce((sum, row) => sum + (row.values[i] ?? 0), 0))
          for (const [i, sum] of sums.entries())
            expect(sum, `${asked.username} ${asked.period} ${name}.${measures[i]} ${by}`).toBeCloseTo(
              total.values[i] ?? 0,
              6,
            )
        }
      }
    })

    it('of a cross table stand beside each line and below each column, those of nothing too', async () => {
      const model = api().services.configuration().scope({}).statistic('clues')!
      const query = {
        statistic: 'clues',
        measures: ['clues'],
        by: ['areaCode', 'illegalSource'],
        totals: true as const,
      }
      for (const period of ['2026-10', '2019-01']) {
        const { rows, subtotals } = await figuresFor(api(), { username: 'fj_fuzhou', period, model, query })
        for (const at of [0, 1])
          for (const key of new Set(rows.map(({ keys }) => keys[at]))) {
            const cells = rows.filter(({ keys }) => keys[at] === key)
            const sums = subtotals?.filter(({ keys }) => keys[at] === key && keys[1 - at] === null)
            const sum = cells.reduce((all, { values }) => all + (values[0] ?? 0), 0)
            expect(
              sums?.map(({ values }) => values),
              `${period} ${key}`,
            ).toEqual([[sum]])
          }
      }
    })

    it('of units with one name are told apart by the areas of these', async () => {
      const model = api().services.configuration().scope({}).statistic('clues')!
      const query = { statistic: 'clues', measures: ['clues'], by: ['curOrg'] }
      const { rows } = await figuresFor(api(), { username: 'huainan_admin', period: '2026', model, query })
      const labels = rows.map(({ labels: [label] }) => label)
      expect(labels.filter(label => label?.startsWith('执法大队（')).length).toBeGreaterThan(1)
      expect(new Set(labels).size).toBe(labels.length)
    })

    it('of records whose names somebody may not read do not tell their areas in place of these', async () => {
      const { db } = api()
      const model = api().services.configuration().scope({}).statistic('clues')!
      const query = { statistic: 'clues', measures: ['clues'], by: ['curOrg'] }
      // units of another customer, which got here by a slip of whoever moved the data
      const units = ['org-340400', 'org-340402']
      const clues = units.map(curOrg => ({
        resultId: `foreign-${curOrg}`,
        curOrg,
        areaCode: '350102',
        provinceCode: '35',
        customerId: '200035',
        foundTime: '2026-10-01 00:00:00',
        delFlag: 0,
      }))
      await db.insertInto('illegalResult').values(clues).execute()
      const { rows } = await figuresFor(api(), { username: 'fj_fuzhou', period: '2026-10', model, query })
      const foreign = rows.filter(({ keys }) => units.includes(keys[0] ?? ''))
      expect(foreign.map(({ labels }) => labels[0]).sort()).toEqual(units)
      await db.deleteFrom('illegalResult').where('resultId', 'like', 'foreign-%').execute()
    })
  })
}

export function callsContract(api: () => Api): void {
  describe('calls that answer numbers', () => {
    it('tell each group by key and name, and count what the list shows', async () => {
      const token = await api().token('fj_fuzhou')
      const asked = { areaCode: '350102', startTime: '2026-01-01', endTime: '2026-12-31' }
      const { body } = await api().ask<Row[]>('POST', '/api/chart/clueType', token, asked)
      const rows = body.data ?? []
      expect(rows.length).toBeGreaterThan(1)
      for (const { illegalCategory, illegalCategoryName, clues } of rows) {
        expect(illegalCategoryName).toMatch(/\p{Script=Han}/u)
        const filters = { areaCode: '350102', foundTimeStart: '2026-01-01', foundTimeEnd: '2026-12-31' }
        const list = await api().list('/api-im/ivIdIllegalResult/queryListNew', token, {
          ...filters,
          illegalCategory: [illegalCategory],
        })
        expect(clues).toBe(list.totalRecord)
      }
    })

    it('refuse a period that ends before it begins, half a period, and areas that are nobody’s or another’s', async () => {
      const token = await api().token('fj_fuzhou')
      const refused = async (args: Row) => {
        const { status, body } = await api().ask('POST', '/api/chart/homeCount', token, args)
        return [status, body.resultMsg]
      }
      expect(await refused({ startTime: '2026-12-31', endTime: '2026-01-01' })).toEqual([
        400,
        '结束日期 2026-01-01 早于开始日期 2026-12-31',
      ])
      expect((await refused({ startTime: '2026-12-31' }))[0]).toBe(400)
      expect(await refused({ areaCode: '999999' })).toEqual([400, '没有地区“999999”，请重新选择'])
      expect(await refused({ areaCode: '340400' })).toEqual([400, '淮南市不在您的管辖范围内，请重新选择'])
      expect((await api().ask('POST', '/api/chart/homeCount', undefined, {})).status).toBe(401)
    })
  })
}
