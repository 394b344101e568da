import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { specificationIn } from '../../../src/cli/specification.ts'
import { compile } from '../../../src/server/config/live.ts'
import { openMapFolder } from '../../../src/server/start/folders/map-folder.ts'
import { readRegions } from '../../../src/server/start/folders/region-files.ts'
import { readConfigFolder } from '../../../src/server/start/configuration/config-folder.ts'
import { upstreamApp } from '../../../src/server/upstream/app.ts'
import { checkBackend } from '../../../src/server/upstream/check-backend.ts'
import { ROOT } from '../../folders.ts'
import { SAID } from '../support/specified/arguments.ts'
import { ACCOUNT, SpecifiedBackend } from '../support/specified/backend.ts'

const { compiled } = compile(await readConfigFolder(ROOT))
const specification = specificationIn(ROOT)
if (!compiled || !specification) throw new Error('the configuration has errors')
const backend = new SpecifiedBackend(compiled.configuration, specification)
const opened: { app?: FastifyInstance } = {}

const CLIENT = { client_id: 'webApp', client_secret: 'webApp' }
interface Said {
  status: number
  body: { resultCode?: string; data: unknown; resultMsg?: string }
}
async function ask(method: 'GET' | 'POST', path: string, payload?: object): Promise<Said> {
  const answer = await opened.app!.inject({
    method,
    url: `/prod-api${path}`,
    headers: { ...CLIENT, authorization: 'Bearer specified' },
    ...(payload ? { payload } : {}),
  })
  return { status: answer.statusCode, body: answer.json() as Said['body'] }
}

beforeAll(async () => {
  const upstream = new URL(await backend.listen())
  const [store, regions] = await Promise.all([
    openMapFolder(join(ROOT, 'data-maps')),
    readRegions(join(ROOT, 'data-regions')),
  ])
  const maps = { store, regions }
  opened.app = await upstreamApp({ upstream, configuration: () => compiled.configuration, maps, log: () => {} })
})
afterAll(async () => {
  await opened.app?.close()
  backend.close()
})

describe('a backend that speaks the specification alone', () => {
  it('has every call that the specification names, and none of ours', () => {
    expect(backend.calls.size).toBe(specification.calls.length)
    expect([...backend.calls.values()].filter(({ path }) => path.startsWith('/api-console/workflow'))).toEqual([])
  })

  it('R7.04 is asked by our own calls for nothing that the specification does not show', () => {
    const ours = compiled.configuration.endpoints().map(one => [`${one.method} ${one.path}`, one.names ?? []] as const)
    const more = ours.flatMap(([line, names]) =>
      names.filter(name => SAID[line] && !SAID[line].includes(name)).map(name => `${line}: ${name}`),
    )
    expect(more).toEqual([])
  })

  it('refuses what the specification does not say: paths, methods, arguments, bodies', async () => {
    const query = new URLSearchParams(ACCOUNT).toString()
    expect((await ask('POST', `/api-auth/oauth/user/token?${query}`)).body.data).toEqual({ access_token: 'specified' })
    const refused = [
      await ask('POST', '/api-console/workflow/clue', { resultId: 'illegalResult-1', action: 'sl' }),
      await ask('GET', '/api-im/ivIdIllegalResult/viewsDetail?resultId=illegalResult-1'),
      await ask('POST', '/api-im/ivIdIllegalResult/queryListNew', { nonsense: 1 }),
      await ask('POST', '/api-im/ivIdIllegalResult/queryListNew?pageNo=1', {}),
    ]
    expect(refused.map(({ status }) => status)).toEqual([404, 400, 400, 400])
  })

  it('R4.09 keeps clues in the states of their workflow: what is done changes what its lists answer', async () => {
    const listed = async (): Promise<unknown> =>
      (await ask('POST', '/api-im/ivIdIllegalResult/queryListNew', { resultStatus: ['20'], pageNo: 1, pageRowNo: 10 }))
        .body.data
    const before = (await listed()) as { list: { resultId: string }[] }
    const [one, two] = before.list.map(({ resultId }) => resultId)
    expect(before).toMatchObject({ totalRecord: 2 })
    const done = await ask('POST', '/api-im/ivIdIllegalResult/clubLeadProcess', { ids: [one, 'gone'], action: 'sl' })
    expect(done.body.data).toEqual([
      { code: '1', msg: '成功' },
      { code: '0', msg: '线索不存在' },
    ])
    expect(await listed()).toMatchObject({ totalRecord: 1, list: [{ resultId: two }] })
    expect((await ask('GET', `/api-im/ivIdIllegalResult/viewsDetail?illegalId=${one}`)).body.data).toMatchObject({
      resultStatus: '30',
    })
  })

  it('draws areas by maps of this server, and asks the backend for none', async () => {
    backend.seen.splice(0)
    const drawn = await ask('GET', '/api-console/outline?code=340400&t=1')
    expect(drawn.body.data).toMatchObject({ parts: expect.any(Array) as unknown })
    expect((await ask('GET', '/api-console/outline?code=999999')).status).toBe(404)
    expect(backend.seen.map(({ call }) => call)).not.toContain('geo.outline')
    const stranger = await opened.app!.inject({ url: '/prod-api/api-console/outline?code=340400' })
    expect(stranger.statusCode).toBe(401)
  })

  it('is checked call by call, without a change: what is missing and what differs is told', async () => {
    const lacking = new SpecifiedBackend(compiled.configuration, specification, ['chart.clueType'])
    const named = { ...ACCOUNT, scoped: compiled.configuration.scope({}), endpoints: [...backend.calls.values()] }
    const findings = await checkBackend({ ...named, backend: new URL(await lacking.listen()) })
    lacking.close()
    expect(findings).toHaveLength(specification.calls.length)
    expect(findings.filter(({ state }) => state === 'missing').map(({ call }) => call)).toEqual(['chart.clueType'])
    const changes = [...backend.calls.values()].filter(({ changes: changed }) => changed?.length)
    expect(lacking.seen.filter(({ call }) => changes.some(({ name }) => name === call))).toEqual([])
    expect(findings.filter(({ state }) => state === 'differs').map(({ call, note }) => `${call} ${note}`)).toEqual([])
  })
})
