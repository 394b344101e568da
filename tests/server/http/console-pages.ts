import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CarriedAnswer, CarriedBoot } from '../../../src/core/contract/carried.ts'
import { embeddedApp, type AppOptions } from '../../../src/server/http/app.ts'
import { withBoot } from '../../../src/server/http/page-head.ts'
import { forget, temporary } from '../../folders.ts'
import type { Api } from '../support/api.ts'

const HTML =
  '<!doctype html><html><head><title>x</title><script>1</script><script type="module" src="/assets/a.js"></script></head>'
  + '<body><div id="root"></div></body></html>'
const PRELOADS = {
  login: { scripts: ['assets/a.js', 'assets/login.js'], styles: ['assets/login.css'] },
  kinds: {
    list: { scripts: ['assets/a.js', 'assets/list.js'], styles: ['assets/list.css'] },
    form: { scripts: ['assets/form.js'], styles: [] },
  },
  engine: { scripts: ['assets/engine.js'], styles: [] },
}
const LIST = '/dataCenter/onlineShop'

/** None of its queries comes through. */
const DEAD: KyselyPlugin = {
  transformQuery: () => {
    throw new Error('gone')
  },
  transformResult: async ({ result }) => result,
}

export const consolePagesContract = (api: () => Api): void => {
  const folder = temporary('pages-')
  const opened: FastifyInstance[] = []
  let cookie = ''

  const serve = async (options: AppOptions = {}, services = api().services): Promise<FastifyInstance> => {
    const app = await embeddedApp(services, { folder, title: () => '</script>网监', ...options })
    opened.push(app)
    return app
  }
  const within = (html: string, id: string): unknown => {
    const found = html.split(`<script type="application/json" id="${id}">`)[1]?.split('</script>')[0]
    return found === undefined ? undefined : JSON.parse(found)
  }
  const carriedBy = (html: string) => within(html, 'boot') as CarriedBoot | undefined
  const firstOf = (html: string) => within(html, 'first') as CarriedAnswer | undefined

  beforeAll(async () => {
    await mkdir(join(folder, 'assets'))
    await writeFile(join(folder, 'index.html'), HTML)
    await writeFile(join(folder, 'preloads.json'), JSON.stringify(PRELOADS))
    cookie = `Token=${await api().token('huainan_admin')}`
  })
  afterAll(async () => {
    for (const app of opened) await app.close()
    await forget(folder)
  })

  it('carries what the console would ask for first, and names the files that the kind of page needs', async () => {
    const app = await serve()
    // the first one may be given up after a second, while the pages are put together
    await expect.poll(async () => carriedBy((await app.inject({ url: LIST, headers: { cookie } })).body)).toBeDefined()
    for (const [address, route] of [
      [`${LIST}?x=1`, 'dataCenter/onlineShop'],
      [`${LIST}/`, 'dataCenter/onlineShop'],
      ['/', 'index/index'],
      ['/nothing/here', 'nothing/here'],
    ] as const) {
      const { body, headers } = await app.inject({ url: address, headers: { cookie } })
      const asked = await app.inject({ url: `/config/boot?route=${route}&lang=zh`, headers: { cookie } })
      expect(carriedBy(body), address).toMatchObject({ route, boot: asked.json() })
      expect(headers['cache-control'], address).toBe('no-store')
    }
    const { body } = await app.inject({ url: LIST, headers: { cookie } })
    expect(body).toContain('<link rel="modulepreload" crossorigin href="/assets/list.js">')
    expect(body).toContain('<link rel="stylesheet" crossorigin href="/assets/list.css">')
    expect(body).not.toContain('form.js')
  })

  it('begins the list before the console asks: the same call, the same rows, and after the page’s head', async () => {
    const app = await serve()
    const seen = new Set<string>()
    for (const name of ['huainan_admin', 'admin']) {
      const token = await api().token(name)
      const { body } = await app.inject({
        url: `${LIST}?pageSize=10&sort=createTime`,
        headers: { cookie: `Token=${token}` },
      })
      const first = firstOf(body)
      expect(first?.key).toBe(carriedBy(body)?.first)
      const args = first?.key.slice(first.key.indexOf(' ')) ?? ''
      expect(JSON.parse(args)).toMatchObject({ pageRowNo: 10, orderBy: 'createTime' })
      const asked = await app.inject({
        method: 'POST',
        url: '/prod-api/api-im/eshop/eshopList',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        payload: args,
      })
      expect(JSON.parse(first?.text ?? '')).toEqual(asked.json())
      seen.add(first?.text ?? '')
      // the console begins before its answer has come, and finds its root
      const places = ['id="boot"', 'id="root"', '<script type="module" async src="/assets/a.js">', 'id="first"']
      const found = places.map(text => body.indexOf(text))
      expect(found).toEqual(found.toSorted((a, b) => a - b))
      expect(found).not.toContain(-1)
    }
    // each has the rows of their own area
    expect(seen.size).toBe(2)
  })

  it('asks by what this person keeps of the list, unless the address says otherwise', async () => {
    const app = await serve()
    const asked = async (url: string): Promise<unknown> => {
      const key = carriedBy((await app.inject({ url, headers: { cookie } })).body)?.first ?? ''
      return JSON.parse(key.slice(key.indexOf(' '))).pageRowNo
    }
    const token = cookie.replace('Token=', '')
    const keep = (value: object | null) =>
      api().ask('POST', '/api-console/preferences', token, { key: 'list:dataCenter/onlineShop', value })
    const usual = await asked(LIST)
    await keep({ size: 50 })
    expect([await asked(LIST), await asked(`${LIST}?pageSize=30`)]).toEqual([50, 30])
    await keep({ size: 50, view: { id: 'v', name: '我的', search: '?pageSize=10' } })
    expect(await asked(LIST)).toBe(10)
    await keep(null)
    expect(await asked(LIST)).toBe(usual)
  })

  it('leaves out an answer that is no success: the console asks, and tells what is wrong', async () => {
    const app = await serve()
    const { statusCode, body } = await app.inject({ url: `${LIST}?sort=nothing`, headers: { cookie } })
    expect([statusCode, firstOf(body), body.endsWith('</body></html>')]).toEqual([200, undefined, true])
    expect(carriedBy(body)).toBeDefined()
  })

  it('lets the script run that the build put into the page, by its hash, and no other', async () => {
    const app = await serve()
    const policyOf = async (url: string) => (await app.inject({ url })).headers['content-security-policy']
    // printf 1 | openssl dgst -sha256 -binary | base64
    const hash = "'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='"
    expect(await policyOf('/login')).toContain(`script-src 'self' ${hash};`)
    expect(await policyOf('/healthz')).toContain("script-src 'self';")
  })

  it('leaves Node nothing to warn of, however the answer is sent', async () => {
    const app = await serve()
    const told: string[] = []
    const tell = ({ message }: Error): number => told.push(message)
    process.on('warning', tell)
    const base = await app.listen({ port: 0, host: '127.0.0.1' })
    for (const encoding of ['br', 'gzip', 'identity']) {
      for (const [address, status] of [
        [LIST, 200],
        ['/login', 200],
        ['/nothing/here', 200],
        ['/assets/nothing.js', 404],
        ['/healthz', 200],
      ] as const) {
        const answer = await fetch(base + address, { headers: { cookie, 'accept-encoding': encoding } })
        await answer.text()
        expect([address, answer.status]).toEqual([address, status])
      }
    }
    // a warning is told in the next turn
    await new Promise(resolve => setImmediate(resolve))
    process.off('warning', tell)
    expect(told).toEqual([])
  })

  it('names the engine of expressions where a page has some that are not simple', async () => {
    const app = await serve()
    const named = async (url: string): Promise<boolean> =>
      (await app.inject({ url, headers: { cookie } })).body.includes('/assets/engine.js')
    expect(await named(LIST)).toBe(false)
    expect(await named('/dataCenter/websiteDetails')).toBe(true)
  })

  it('carries nothing to strangers; the page of sign-in names its own files', async () => {
    const app = await serve()
    for (const headers of [{}, { cookie: 'Token=nonsense' }, { cookie: 'Token=%zz' }]) {
      const { body, headers: sent, statusCode } = await app.inject({ url: LIST, headers })
      expect([statusCode, carriedBy(body), sent['cache-control']]).toEqual([200, undefined, 'no-cache'])
      expect(body).not.toContain('list.js')
    }
    const login = await app.inject({ url: '/login', headers: { cookie } })
    expect(login.body).toContain('href="/assets/login.js"')
    expect(carriedBy(login.body)).toBeUndefined()
  })

  it('is what a folder is, too, whatever files its reader takes', async () => {
    const app = await serve()
    for (const url of ['/', '/assets/', '/assets'])
      for (const encodings of ['', 'br, gzip']) {
        const { statusCode, headers } = await app.inject({ url, headers: { 'accept-encoding': encodings } })
        expect([url, encodings, statusCode, headers['content-type']]).toEqual([
          url,
          encodings,
          200,
          'text/html; charset=utf-8',
        ])
      }
  })

  it('lets no text that it carries end the element', () => {
    const route = '</script><script>alert(1)</script><!--'
    const html = withBoot('<head></head>', { route, boot: {} as CarriedBoot['boot'], at: 0 })
    expect(html.match(/<script|<\/script>|<!--/g)).toEqual(['<script', '</script>'])
    expect(carriedBy(html)?.route).toBe(route)
  })

  it('comes without it where the answer fails, takes too long or is asked for too often: the console tells what is wrong', async () => {
    const app = await serve({ rateLimit: 4 })
    const bare = async (): Promise<boolean> => {
      const { statusCode, body } = await app.inject({ url: LIST, headers: { cookie } })
      return statusCode === 200 && carriedBy(body) === undefined
    }
    expect(await bare()).toBe(false)
    expect(await bare()).toBe(false)
    // the third within a minute
    while (!(await bare()));
    expect((await app.inject({ url: '/config/boot?route=x', headers: { cookie } })).statusCode).toBe(218)

    const { services } = api()
    let answer = (): void => {}
    const held = new Promise<void>(resolve => {
      answer = resolve
    })
    const late: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        await held
        return result
      },
    }
    for (const plugin of [DEAD, late]) {
      const ill = await serve({}, { ...services, db: services.db.withPlugin(plugin) })
      const { statusCode, body } = await ill.inject({ url: LIST, headers: { cookie } })
      expect([statusCode, carriedBy(body)]).toEqual([200, undefined])
    }
    answer()
  })
}
