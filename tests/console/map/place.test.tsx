import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { compileFunction } from 'node:vm'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { currentConfig, loadBoot } from '../../../src/console/data/config/config.ts'
import { outlines } from '../../../src/console/map/outline.ts'
import { PlaceMap } from '../../../src/console/map/PlaceMap.tsx'
import { loadProvider, PLUGINS, scriptAddress, type Provider } from '../../../src/console/map/service.ts'
import { app, render } from '../support/app.tsx'
import { boot } from '../support/boot.ts'

/** What the page does with the provider, as the fake script notes it. */
const done: unknown[] = []
const SCRIPT = `(() => {
  const note = (...what) => globalThis.noted(what)
  const named = name => class { constructor(...args) { note('new ' + name, args[0] && (args[0].timeout || args[0].input)) } }
  class Map { constructor(box) { note('map', box.className) } addControl() {} setCenter(at) { note('centre', at) } setZoom() {} destroy() { note('end') } }
  class Geocoder { getLocation(address, found) { address.startsWith('无') ? found('no_data', {}) : found('complete', { geocodes: [{ location: [117, 32] }] }) } }
  class PlaceSearch { search(text) { note('search', text) } }
  class Autocomplete { constructor({ input }) { note('autocomplete', input) } on(_, heard) { globalThis.choose = heard } }
  globalThis.AMap = { Map, Geocoder, PlaceSearch, Autocomplete, Marker: named('Marker'), Scale: named('Scale'), OverView: named('OverView'), ToolBar: named('ToolBar'), MapType: named('MapType'), Geolocation: named('Geolocation') }
})()`
const page = globalThis as typeof globalThis & {
  AMap?: Provider
  noted?: (what: unknown[]) => void
  choose?: (of: object) => void
}
const asked: URL[] = []
let server: Server
let script = ''
let broken = true

beforeAll(async () => {
  page.noted = what => done.push(what)
  server = createServer((request, answer) => {
    const url = new URL(request.url ?? '', 'http://127.0.0.1')
    asked.push(url)
    if (broken) return void answer.writeHead(503).end()
    answer.setHeader('content-type', 'text/javascript')
    answer.end(`${SCRIPT};globalThis['${url.searchParams.get('callback') ?? ''}']()`)
  })
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', ready))
  script = `http://127.0.0.1:${(server.address() as AddressInfo).port}/maps`
  // a browser would fetch and run the script: happy-dom does neither, so that this stands for it
  const append = document.head.append.bind(document.head)
  document.head.append = (...nodes) => {
    const [tag] = nodes
    if (!(tag instanceof HTMLScriptElement)) return append(...nodes)
    void read(tag.src).then(
      text => compileFunction(text, ['globalThis'])(globalThis) as unknown,
      () => tag.onerror?.(new Event('error')),
    )
  }
})
afterAll(() => void server.close())
afterEach(() => {
  cleanup()
  done.length = 0
})

/** By node's own client: what the console asks of its server is answered by each test. */
async function read(address: string): Promise<string> {
  const { get } = await import('node:http')
  return new Promise((resolve, reject) => {
    get(address, answer => {
      let text = ''
      answer.on('data', part => (text += String(part)))
      answer.on('end', () => (answer.statusCode === 200 ? resolve(text) : reject(new Error(text))))
    }).on('error', reject)
  })
}

const SQUARE = {
  features: [
    ['340402', 117],
    ['340403', 118],
  ].map(([adcode, lng]) => ({
    properties: { adcode, name: `区${adcode}` },
    geometry: {
      type: 'Polygon',
      coordinates: [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ].map(([x = 0, y = 0]) => [Number(lng) + x, 32 + y]),
    },
  })),
}
for (const { geometry } of SQUARE.features) geometry.coordinates = [geometry.coordinates] as never

async function start(mapService?: { script: string; key: string }, maps?: string): Promise<string[]> {
  const more = { ...(mapService ? { mapService } : {}), ...(maps === undefined ? {} : { maps }) }
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(boot(more))))
  await loadBoot(app, '')
  const urls: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    urls.push(url)
    return new Response(JSON.stringify(SQUARE))
  })
  return urls
}

describe('the map of an address', () => {
  it('R2.27 is our own region map without a key, with the area marked, and asks no other server', async () => {
    const urls = await start()
    render(<PlaceMap address="淮南市大通区某路1号" area="340402" />)
    expect(await screen.findByRole('img', { name: '所在地区：区340402' })).toBeTruthy()
    expect(document.querySelectorAll('path.own')).toHaveLength(1)
    expect(document.querySelectorAll('path')).toHaveLength(2)
    expect(urls.map(url => url.replace(/\?.*/, ''))).toEqual([expect.stringMatching(/\/geo\/340400\.json$/)])
    expect(asked).toEqual([])
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is asked for under the version of the maps, so that the browser keeps it', async () => {
    const urls = await start(undefined, 'v1')
    render(<PlaceMap address="淮南市大通区某路1号" area="340402" />)
    expect(await screen.findByRole('img', { name: '所在地区：区340402' })).toBeTruthy()
    expect(urls).toEqual([expect.stringMatching(/\/geo\/340400\.json\?t=v1$/)])
  })

  it('R7.06 is that of the region of app.yaml where no area is known, with nothing marked', async () => {
    const urls = await start()
    currentConfig(app).manifest.app.constants['mapRegion'] = '370000'
    render(<PlaceMap address="某路1号" area="" />)
    expect(await screen.findByText('没有登记所在地区，不能在图上标出')).toBeTruthy()
    await waitFor(() => expect(document.querySelectorAll('path')).toHaveLength(2))
    expect(document.querySelectorAll('path.own')).toHaveLength(0)
    expect(urls).toEqual([expect.stringMatching(/\/geo\/370000\.json$/)])
  })

  it('R2.27 is our own where the online map does not come', async () => {
    await start({ script, key: 'k' })
    render(<PlaceMap address="某路1号" area="340402" />)
    expect(await screen.findByText('在线地图没有打开，显示的是本系统的地区图')).toBeTruthy()
    expect(await screen.findByRole('img', { name: '所在地区：区340402' })).toBeTruthy()
    await expect(loadProvider(app, { script, key: 'k' })).rejects.toMatchObject({ status: 400 })
  })

  it('R2.27 is the online one with a key: plugins, search box, controls, geolocation in 5000 ms', async () => {
    broken = false
    await start({ script, key: 'secret' })
    const { unmount } = render(<PlaceMap address="某路1号" area="340402" />)
    await waitFor(() => expect(done).toContainEqual(['centre', [117, 32]]))
    const query = asked.at(-1)?.searchParams
    expect([query?.get('key'), query?.get('v')]).toEqual(['secret', '1.4.4'])
    expect(query?.get('plugin')).toBe(PLUGINS.map(name => `AMap.${name}`).join())
    expect(scriptAddress({ script, key: 'a&b' })).toContain('key=a%26b')
    const box = screen.getByRole('searchbox', { name: '查找地点' })
    expect(box.className).toContain('place-search')
    for (const control of ['Scale', 'OverView', 'ToolBar', 'MapType'])
      expect(done).toContainEqual([`new ${control}`, undefined])
    expect(done).toContainEqual(['new Geolocation', 5000])
    expect(done).toContainEqual(['autocomplete', box.id])
    fireEvent.change(box, { target: { value: '广场' } })
    fireEvent.keyDown(box, { key: 'Enter' })
    page.choose?.({ poi: { name: '车站' } })
    expect(done.filter(what => (what as unknown[])[0] === 'search')).toEqual([
      ['search', '广场'],
      ['search', '车站'],
    ])
    unmount()
    expect(done.at(-1)).toEqual(['end'])
  })

  it('R2.27 says where the online map does not know an address', async () => {
    await start({ script, key: 'secret' })
    render(<PlaceMap address="无此路" area="340402" />)
    expect(await screen.findByText('在线地图没有找到这个地址，可在上面查找')).toBeTruthy()
  })

  it('says where there is no map of an area', async () => {
    await start()
    vi.stubGlobal('fetch', async () => new Response('{"resultCode":"404"}', { status: 404 }))
    render(<PlaceMap address="某路1号" area="340402" />)
    expect(await screen.findByText('没有这个地区的地图')).toBeTruthy()
  })

  it('draws areas to scale within its box', () => {
    const [west, east] = outlines(
      [
        {
          code: '1',
          name: 'a',
          rings: [
            [
              [0, 60],
              [1, 60],
              [1, 61],
              [0, 61],
            ],
          ],
        },
        {
          code: '2',
          name: 'b',
          rings: [
            [
              [1, 60],
              [2, 60],
              [2, 61],
              [1, 61],
            ],
          ],
        },
      ],
      200,
      200,
    )
    // at 60° a degree of longitude is half as long as one of latitude
    expect([west?.at, east?.at]).toEqual([
      [50.8, 100],
      [149.2, 100],
    ])
  })
})
