import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadBoot, pageOf } from '../../../src/console/data/config/config.ts'
import { keptAnswer } from '../../../src/console/data/http/query.ts'
import { listArgs, readState } from '../../../src/console/pages/list/query/state.ts'
import { prepare, requestAhead } from '../../../src/console/pages/prepare.ts'
import { app } from '../support/app.tsx'
import { boot } from '../support/boot.ts'
import { listPage } from '../support/pages.ts'

const page = listPage()
const ROWS = { list: [{ id: 1, name: '甲' }], totalRecord: 1 }
const answered = (data: unknown) => new Response(JSON.stringify({ resultCode: '0', data }))
let answers: () => Promise<Response>
let asked: number

beforeEach(async () => {
  asked = 0
  const manifest = boot().manifest
  const pages = { [page.route]: { hash: 'h', kind: page.kind, title: page.title, calls: [], links: [] } }
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.startsWith('/config/boot'))
      return new Response(JSON.stringify(boot({ page, manifest: { ...manifest, pages } as never })))
    asked++
    return answers()
  })
  await loadBoot(app, page.route)
})
afterEach(() => vi.unstubAllGlobals())

const kept = (search: string): unknown => keptAnswer(page.source, listArgs(app, page, readState(app, page, search)))
const opened = (search: string, isOpen = false) => prepare(app, page.route, search, () => isOpen)

it('a list opened for the first time is drawn with its rows where they come in a moment', async () => {
  answers = async () => answered(ROWS)
  await opened('?name=a')
  expect(kept('?name=a')).toEqual(ROWS)
  expect(asked).toBe(1)
})
it('is drawn without them where they take longer, and asks no more for that', async () => {
  answers = () => new Promise(() => undefined)
  await opened('?name=b')
  expect(kept('?name=b')).toBeUndefined()
  expect(asked).toBe(1)
})
it('is drawn where they are refused, and tells so in its place', async () => {
  answers = async () => new Response(JSON.stringify({ resultCode: '1', resultMsg: '不行' }))
  expect(await opened('?name=c')).toMatchObject({ page: { route: page.route } })
  expect(kept('?name=c')).toBeUndefined()
})
it('waits for nothing where it stands open already, or its rows have come before', async () => {
  answers = async () => answered(ROWS)
  await opened('?name=e')
  answers = () => new Promise(() => undefined)
  expect(opened('?name=d', true)).not.toBeInstanceOf(Promise)
  expect(opened('?name=e')).not.toBeInstanceOf(Promise)
  expect(opened('?name=d')).toBeInstanceOf(Promise)
})
it('asks once where a link to it is pressed and then opened, and not at all for what has come before', async () => {
  answers = async () => answered(ROWS)
  requestAhead(app, page.route, '?name=f')
  expect(asked).toBe(1)
  await opened('?name=f')
  expect(kept('?name=f')).toEqual(ROWS)
  requestAhead(app, page.route, '?name=f')
  requestAhead(app, 'nowhere', '')
  expect(asked).toBe(1)
})
it('asks nothing ahead that changes something by being read', () => {
  answers = async () => answered(ROWS)
  const changing = pageOf(app, page.route) as typeof page
  Object.assign(changing.source, { changes: ['message'] })
  requestAhead(app, page.route, '?name=g')
  expect(asked).toBe(0)
})
