import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, it } from 'vitest'
import { CONFIG_HEADER } from '../../../../src/core/contract/api.ts'
import { embeddedApp } from '../../../../src/server/http/app.ts'
import { openMapFolder } from '../../../../src/server/start/folders/map-folder.ts'
import type { Outline } from '../../../../src/core/contract/outline.ts'
import type { Api } from '../../support/api.ts'

interface Shapes {
  type: string
  features: { properties: { adcode: string } }[]
}
const codes = (answer: LightMyRequestResponse): string[] =>
  (answer.json() as Shapes).features.map(({ properties }) => properties.adcode)

export function mapContract(api: () => Api): void {
  const map = async (path: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> =>
    api().app.inject({
      url: `/prod-api/geo/${path}`,
      headers: { authorization: `Bearer ${await api().token('huainan_admin')}`, ...headers },
    })

  describe('maps', () => {
    it('R7.06 come by region code as GeoJSON, and may be kept for good under their timestamp', async () => {
      const answer = await map('370000.json?t=1700000000000')
      expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
        200,
        'application/geo+json',
        'private, max-age=31536000, immutable',
      ])
      expect(codes(answer)).toHaveLength(16)
      expect((await map('370000.json')).headers['cache-control']).toBe('private, max-age=3600')
    })

    it('come drawn on a grid of whole numbers, with every part of the nation and the lines that are none', async () => {
      const drawing = async (code: string): Promise<Outline> => {
        const headers = { authorization: `Bearer ${await api().token('huainan_admin')}` }
        const answer = await api().app.inject({ url: `/prod-api/api-console/outline?code=${code}`, headers })
        return (answer.json() as { data: Outline }).data
      }
      const { width, height, parts, inset } = await drawing('000000')
      expect(Math.max(width, height)).toBe(1000)
      expect(parts.filter(({ isLine }) => !isLine)).toHaveLength(34)
      expect(parts.filter(({ isLine }) => isLine).map(({ code }) => code)).toEqual(['100000_JD'])
      expect(parts.every(({ d }) => /^(M\d+ \d+[lh][-\d .vhz]+z)+$/.test(d))).toBe(true)
      for (const { x, y, isLine } of parts)
        if (!isLine) expect(x >= 0 && x <= width && y >= 0 && y <= height).toBe(true)
      // islands and lines far in the south are drawn apart
      expect([inset!.y < height, inset!.y + inset!.height > height]).toEqual([true, true])
      // north is above, and west at the left: 黑龙江 and 海南, 新疆 and 台湾
      const place = (code: string) => parts.find(part => part.code === code)!
      expect(place('230000').y).toBeLessThan(place('460000').y)
      expect(place('650000').x).toBeLessThan(place('710000').x)
    })

    it('may be kept as drawings, too, under a version that is another one as soon as a map is another', async () => {
      const headers = { authorization: `Bearer ${await api().token('huainan_admin')}` }
      const of = (app: Api['app']) => async (path: string) => app.inject({ url: path, headers })
      const versionOf = async (app: Api['app']): Promise<unknown> =>
        ((await (await of(app)('/config/boot')).json()) as { maps?: unknown }).maps
      const version = await versionOf(api().app)
      const kept = await of(api().app)(`/prod-api/api-console/outline?code=340000&t=${String(version)}`)
      expect(kept.headers['cache-control']).toBe('private, max-age=31536000, immutable')
      // it would tell the configuration of the day on which it was kept
      expect(kept.headers[CONFIG_HEADER]).toBeUndefined()
      const asked = await of(api().app)('/prod-api/api-console/outline?code=340000')
      expect([asked.headers['cache-control'], asked.json()]).toEqual(['no-store', kept.json()])
      const missing = await of(api().app)(`/prod-api/api-console/outline?code=999999&t=${String(version)}`)
      expect([missing.statusCode, missing.headers['cache-control']]).toEqual([404, 'no-store'])

      const folder = await mkdtemp(join(tmpdir(), 'wangjian-maps-'))
      const versions = [version]
      for (const adcode of [340400, 340500]) {
        const features = [{ type: 'Feature', properties: { adcode }, geometry: null }]
        await writeFile(join(folder, '340000.json'), JSON.stringify({ type: 'FeatureCollection', features }))
        const app = await embeddedApp({ ...api().services, maps: await openMapFolder(folder) })
        versions.push(await versionOf(app))
        await app.close()
      }
      expect(versions.every(one => typeof one === 'string' && /^[\da-f]{16}$/.test(one))).toBe(true)
      expect(new Set(versions).size).toBe(3)
      await rm(folder, { recursive: true })
    })

    it('travel compressed to whoever takes it so', async () => {
      const [plain, small] = [await map('340400.json'), await map('340400.json', { 'accept-encoding': 'gzip, br' })]
      expect([plain.headers['content-encoding'], small.headers['content-encoding']]).toEqual([undefined, 'gzip'])
      expect(small.rawPayload.length * 2).toBeLessThan(plain.rawPayload.length)
    })

    it('of the country have the provinces, and of a county or town without parts its own shape', async () => {
      expect(codes(await map('000000.json'))).toContain('100000_JD')
      expect(codes(await map('340402.json'))).toEqual(['340402'])
      const [town] = api().services.regions.children('340402')
      expect(codes(await map(`${town?.[0]}.json`))).toEqual(['340402'])
      expect(codes(await map('441900.json'))).toEqual(['441900'])
      expect(codes(await map('710000.json'))).toEqual(['710000'])
    })

    it('R8.03 that do not exist are not found, whatever their name', async () => {
      for (const [code, status] of [
        ['999999', 404],
        ['..%2f..%2fpackage', 400],
        ['constructor', 404],
      ] as const)
        expect((await map(`${code}.json`)).statusCode, code).toBe(status)
      expect((await api().app.inject({ url: '/prod-api/geo/370000.json' })).statusCode).toBe(401)
    })

    it("of an agency's own folder stand in the place of ours, all of them", async () => {
      const folder = await mkdtemp(join(tmpdir(), 'wangjian-maps-'))
      await writeFile(
        join(folder, '340000.json'),
        JSON.stringify({
          type: 'FeatureCollection',
          features: [{ type: 'Feature', properties: { adcode: 340400 }, geometry: null }],
        }),
      )
      const app = await embeddedApp({ ...api().services, maps: await openMapFolder(folder) })
      const headers = { authorization: `Bearer ${await api().token('huainan_admin')}` }
      const ask = (code: string): Promise<LightMyRequestResponse> =>
        app.inject({ url: `/prod-api/geo/${code}.json`, headers })
      expect((await ask('340000')).json()).toMatchObject({ features: [{ properties: { adcode: 340400 } }] })
      expect((await ask('340400')).json()).toMatchObject({ features: [{ properties: { adcode: 340400 } }] })
      expect((await ask('370000')).statusCode).toBe(404)
      await app.close()
      await rm(folder, { recursive: true })
      await expect(openMapFolder(folder)).rejects.toThrow('MAP_DIR')
    })
  })
}
