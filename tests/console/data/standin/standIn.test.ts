import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MAY } from '../../../../src/core/contract/api.ts'
import type { BackendFacts } from '../../../../src/core/contract/backend.ts'
import type { Call } from '../../../../src/core/contract/configuration.ts'
import { decisionFacts } from '../../../../src/core/workflow/decisions.ts'
import { LackError } from '../../../../src/console/data/http/errors.ts'
import { isLacking, send, setApi, takeStandIn } from '../../../../src/console/data/http/http.ts'
import { standInFor } from '../../../../src/console/data/standin/standIn.ts'
import { machine, person, row } from '../../../core/workflow/job.ts'
import { app } from '../../support/app.tsx'

const callOf = (name: string, path: string, more: Partial<Call> = {}): Call => ({
  name,
  method: 'POST',
  path,
  in: 'body',
  envelope: 'resultCode',
  ...more,
})
const LIST = callOf('job.list', '/api/job/list')
const PROCESS = callOf('job.process', '/api/job/process', { changes: ['job'] })
const ACT = callOf('job.act', '/api-console/workflow/job', { changes: ['job'] })
const FACTS: BackendFacts = {
  calls: {
    'job.list': { call: LIST, entity: 'job', key: 'id' },
    'job.process': { call: PROCESS, entity: 'job', key: 'id' },
  },
  workflows: { job: decisionFacts(machine) },
  instead: { 'job.act': { call: 'job.process', keys: 'ids', set: { by: 'console' } } },
  words: {},
  served: ['geo.outline'],
}
const fetched = vi.fn<typeof fetch>()
const sent = (): [string, unknown][] =>
  fetched.mock.calls.map(([url, init]) => [String(url), JSON.parse(String(init?.body ?? 'null'))])
const says = (body: unknown, status = 200): void => {
  fetched.mockImplementation(async () => new Response(JSON.stringify(body), { status }))
}
const quiet = { quiet: true }

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  setApi(app, { base: '/prod-api', clientId: 'webApp', clientSecret: 'webApp', tenant: '/api-huainan' })
  const behind = { facts: FACTS, actor: person({ orgId: 'B' }), area: { areaCode: '34', areaName: '安徽省' } }
  takeStandIn(app, standInFor(app, { ...behind, pageOf: async () => undefined }))
})
afterEach(() => {
  takeStandIn(app, undefined)
  fetched.mockReset()
  sessionStorage.clear()
  localStorage.clear()
})

describe('what stands in for our own server in front of a backend of the specification', () => {
  it('R4.09 tells of each row what its reader may do, unless the backend does', async () => {
    says({ resultCode: '0', data: { totalRecord: 2, list: [row, { ...row, [MAY]: ['own'] }] } })
    const { list } = await send<{ list: { [MAY]?: string[] }[] }>(app, LIST, {}, quiet)
    expect(list[0]?.[MAY]?.length).toBeGreaterThan(0)
    expect(list[1]?.[MAY]).toEqual(['own'])
  })

  it('sends the call of the specification that does what one of ours does', async () => {
    says({ resultCode: '0', data: [{ code: '1', msg: '' }] })
    await send(app, ACT, { id: 'a', action: 'go' }, quiet)
    expect(sent()).toEqual([['/prod-api/api-im/job/process', { ids: ['a'], action: 'go', by: 'console' }]])
  })

  it('R8.04 sends a selection at once, and has a result for each of its records', async () => {
    says({ resultCode: '0', data: [{ code: '1' }, { code: '0', msg: '已撤销' }] })
    const args = { call: 'job.act', keys: ['a', 'b', 'c'], args: { action: 'go' } }
    const { id } = await send<{ id: string }>(app, callOf('batch.run', '/api-console/batches'), args, quiet)
    const state = await send(app, callOf('batch.state', '/api-console/batches'), { id }, quiet)
    expect(sent()).toHaveLength(1)
    expect(state).toMatchObject({ total: 3, ok: 1, finished: true })
    expect((state as { results: object[] }).results.slice(1)).toEqual([
      { key: 'b', code: '0', msg: '已撤销' },
      { key: 'c', code: '0', msg: '原因不明' },
    ])
  })

  it('asks nobody for what our own server alone has, but for what the server before the backend serves', async () => {
    says({ resultCode: '0', data: 1 })
    const exports = callOf('export.run', '/api-console/exports')
    expect([isLacking(app, exports), isLacking(app, ACT), isLacking(app, LIST)]).toEqual([true, false, false])
    await expect(send(app, exports, {}, quiet)).rejects.toThrow(LackError)
    expect(sent()).toEqual([])
    await send(app, callOf('geo.outline', '/api-console/outline'), {}, quiet)
    expect(sent()).toHaveLength(1)
  })

  it('asks once for what the backend turns out not to have; a record that is not there is no lack', async () => {
    const list = callOf('thing.list', '/api/thing/list')
    says({ resultCode: '404', resultMsg: '记录不存在' }, 404)
    await expect(send(app, list, {}, quiet)).rejects.not.toThrow(LackError)
    says({ status: 404, error: 'Not Found' }, 404)
    await expect(send(app, list, {}, quiet)).rejects.toThrow('所接的后端没有这项功能')
    await expect(send(app, list, {}, quiet)).rejects.toThrow(LackError)
    expect(sent()).toHaveLength(2)
    expect(isLacking(app, list)).toBe(true)
  })

  it('has what has answered once, whatever a gateway says later', async () => {
    says({ resultCode: '0', data: { totalRecord: 0, list: [] } })
    await send(app, LIST, {}, quiet)
    says({}, 404)
    await expect(send(app, LIST, {}, quiet)).rejects.not.toThrow(LackError)
    expect(isLacking(app, LIST)).toBe(false)
  })

  it('leaves a tab without its number where the list does not answer, and says it once, in the list', async () => {
    says({}, 403)
    const tabs = { call: 'job.list', args: {}, tabs: { all: {} } }
    expect(await send(app, callOf('list.tabs', '/api-console/tabs'), tabs, quiet)).toEqual({ all: undefined })
  })

  it('keeps settings, drafts and views in the browser, by person', async () => {
    const ask = (name: string, args: object) => send<unknown>(app, callOf(name, '/api-console/x'), { ...args }, quiet)
    await ask('prefs.set', { key: 'size', value: 50 })
    expect(await ask('prefs.get', { keys: 'size,other' })).toEqual({ values: { size: 50 } })
    await ask('draft.set', { form: 'f', record: '', values: { a: 1 } })
    expect(await ask('draft.get', { form: 'f', record: '' })).toMatchObject({ values: { a: 1 } })
    await ask('draft.set', { form: 'f', record: '' })
    expect(await ask('draft.get', { form: 'f', record: '' })).toBeNull()
    const { id } = (await ask('views.save', { route: 'a', name: '本月', query: { tab: 'x' } })) as { id: string }
    await expect(ask('views.save', { route: 'a', name: '本月', query: {} })).rejects.toThrow('已有同名的视图“本月”')
    await expect(ask('views.save', { route: 'a', name: '共享', query: {}, shared: true })).rejects.toThrow('不能共享')
    expect(await ask('views.list', { route: 'a' })).toMatchObject([{ id, name: '本月', mine: true }])
    await ask('views.delete', { id })
    expect(await ask('views.list', { route: 'a' })).toEqual([])
  })
})
