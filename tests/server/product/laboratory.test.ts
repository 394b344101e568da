import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PRODUCTS } from '../../../src/products.ts'
import { readSettings } from '../../../src/server/start/settings/environment.ts'
import { startServer, type Running } from '../../../src/server/start/start.ts'
import { forget, ROOT } from '../../folders.ts'
import { empty, environment } from '../support/process.ts'

const PASSWORD = 'Changed-2025-Lab'
const AREA = '110101'
type Row = Record<string, unknown>

/** examples/laboratory: a product of YAML alone, by the calls that its pages make. */
describe('a laboratory of configuration alone', () => {
  const own = { data: '', running: undefined as Running | undefined, lines: [] as string[] }
  const tokens = new Map<string, string>()

  async function ask<T>(by: string, method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<T> {
    const token = tokens.get(by)
    const answer = await own.running!.app.inject({
      method,
      url: `/prod-api${path}`,
      headers: {
        'client-id': 'webApp',
        'client-secret': 'webApp',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body ? { payload: body } : {}),
    })
    const { data, resultMsg, msg } = answer.json() as { data?: T; resultMsg?: string; msg?: string }
    if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${resultMsg ?? msg}`)
    return data as T
  }
  async function signIn(username: string, first: string): Promise<void> {
    const token = async (password: string): Promise<string> => {
      const query = new URLSearchParams({ username, password }).toString()
      return (await ask<{ access_token: string }>('', 'POST', `/api-auth/oauth/user/token?${query}`)).access_token
    }
    tokens.set(username, await token(first))
    await ask(username, 'PUT', '/api-user/users/password', { oldPassword: first, newPassword: PASSWORD })
    tokens.set(username, await token(PASSWORD))
  }
  const one = (entity: string, id: string): Promise<Row> => ask('ann', 'GET', `/api/${entity}/one?id=${id}`)
  const save = (entity: string, row: Row): Promise<string> =>
    ask('ann', 'POST', `/api/${entity}/save`, { ...row, areaCode: AREA })
  const act = (by: string, entity: string, id: string, action: string, form: Row = {}): Promise<unknown> =>
    ask(by, 'POST', `/api/${entity}/act`, { id, action, ...form })

  async function hire(username: string, role: string, orgId: string): Promise<void> {
    const rights = { level: '3', dataScope: '3', menuIds: ['samples', 'tests', 'devices'], buttons: ['*'] }
    const roleIds = await ask<string>('admin', 'POST', '/api-user/roles/saveOrUpdate', {
      code: role,
      name: role,
      ...rights,
    })
    const person = { username, nickName: username, areaCode: AREA, orgId, roleIds }
    const { password } = await ask<{ password: string }>('admin', 'POST', '/api-user/users/saveOrUpdate', person)
    await signIn(username, password)
  }

  beforeAll(async () => {
    const env = await environment({ CONFIG_DIR: join(ROOT, 'examples/laboratory'), DEMO: '0', EMBEDDED_SYNC: '' })
    own.data = env['DATA_DIR'] ?? ''
    await empty(own.data)
    const log = { info: (line: string) => own.lines.push(line), error: (line: string) => own.lines.push(line) }
    own.running = await startServer(readSettings(env, ROOT), ROOT, log, PRODUCTS)
    await signIn('admin', /admin (\w{12})/.exec(own.lines.join('\n'))?.[1] ?? '')
    const unit = { orgName: 'Water', orgType: '1', areaCode: AREA }
    const orgId = await ask<string>('admin', 'POST', '/api-user/sysorg/saveOrUpdate', unit)
    await hire('ann', 'reception', orgId)
    await hire('tom', 'tester', orgId)
    await hire('rita', 'reviewer', orgId)
  })
  afterAll(async () => {
    await own.running?.close()
    await forget(own.data)
  })

  it('numbers its samples, counts their tests, and works out how far they are and when they are due', async () => {
    const sample = await save('sample', { product: 'River', customer: 'Town', receivedOn: '2026-01-20' })
    expect(await one('sample', sample)).toMatchObject({
      sampleNo: expect.stringMatching(/^S-\d{4}-00001$/),
      dueOn: '2026-02-03',
      testCount: 0,
      progress: 0,
    })
    const device = await save('device', { deviceName: 'Probe', calibrated: '2025-08-31', months: 6 })
    expect(await one('device', device)).toMatchObject({ validUntil: '2026-02-28', testCount: 0 })
    const tests = [
      await save('test', { sampleId: sample, method: 'ph', price: 12.5 }),
      await save('test', { sampleId: sample, method: 'lead', price: 30 }),
    ]
    expect(await one('sample', sample)).toMatchObject({ testCount: 2, openCount: 2, cost: 42.5 })

    await expect(act('rita', 'sample', sample, 'report', { conclusion: 'Clean' })).rejects.toThrow('needs tests')
    await expect(act('ann', 'test', tests[0]!, 'measure', {})).rejects.toThrow(/^40[03]/)
    for (const [i, id] of tests.entries())
      await act('tom', 'test', id, 'measure', { deviceId: device, result: `${i}`, passed: i })
    // the administrator has both buttons, and four eyes it takes all the same
    const alone = await save('test', { sampleId: sample, method: 'germs' })
    await act('admin', 'test', alone, 'measure', { deviceId: device, result: 'none', passed: 1 })
    await expect(act('admin', 'test', alone, 'approve')).rejects.toThrow(/^40[039]/)
    await act('rita', 'test', alone, 'again')
    await ask('ann', 'POST', '/api/test/delete', { id: alone })
    await act('rita', 'test', tests[0]!, 'approve')
    expect(await one('sample', sample)).toMatchObject({ openCount: 1, failCount: 1, progress: 50 })
    expect(await one('device', device)).toMatchObject({ testCount: 2, lastUse: expect.stringMatching(/^\d{4}-/) })
    await act('rita', 'test', tests[1]!, 'approve')
    await act('rita', 'sample', sample, 'report', { conclusion: 'Too sour' })
    expect(await one('sample', sample)).toMatchObject({
      state: 'reported',
      progress: 100,
      reportNo: expect.stringMatching(/^R-S-/),
    })
  })

  it('takes what it works out from nobody, and lists, sorts and sums by it', async () => {
    await expect(
      save('sample', { product: 'Well', customer: 'Farm', dueOn: '2030-01-01', testCount: 5 }),
    ).rejects.toThrow('400')
    const sample = await save('sample', {
      product: 'Well',
      customer: 'Farm',
      receivedOn: '2026-01-20',
      dueOn: '2030-01-01',
    })
    expect(await one('sample', sample)).toMatchObject({ dueOn: '2026-02-03', testCount: 0 })
    for (const price of [1, 2, 3]) await save('test', { sampleId: sample, method: 'germs', price })
    const asked = { pageNo: 1, pageRowNo: 10, pageFlag: 1, openCountStart: 1, orderBy: 'openCount desc' }
    const { list } = await ask<{ list: Row[] }>('ann', 'POST', '/api/sample/list', asked)
    expect(list.map(row => [row['product'], row['openCount'], row['cost']])).toEqual([['Well', 3, 6]])
    const { list: tests } = await ask<{ list: Row[] }>('ann', 'POST', '/api/test/list', {
      ...asked,
      openCountStart: undefined,
      orderBy: '',
      sampleId: sample,
    })
    await ask('ann', 'POST', '/api/test/delete', { id: tests[0]?.['id'] })
    expect(await one('sample', sample)).toMatchObject({ testCount: 2 })
  })
})
