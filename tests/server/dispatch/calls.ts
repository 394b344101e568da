import { describe, expect, it } from 'vitest'
import { HANDLERS as ENGINE } from '../../../src/server/calls/handlers.ts'
import { SUPERVISION } from '../../../src/supervision/server/product.ts'
import type { Api } from '../support/api.ts'

const HANDLERS = { ...ENGINE, ...SUPERVISION.handlers }

export function callsContract(api: () => Api): void {
  describe('calls', () => {
    it('R7.01 are built, every one of them', () => {
      const endpoints = api().services.configuration().endpoints()
      expect(endpoints.filter(({ handler }) => handler === undefined).map(({ name }) => name)).toEqual([])
    })

    it('R7.01 have a handler, and those on an entity have one that exists', () => {
      for (const endpoint of api().services.configuration().endpoints()) {
        expect(HANDLERS[endpoint.handler ?? ''], endpoint.name).toBeDefined()
        if (endpoint.entity) expect(api().services.entities().has(endpoint.entity), endpoint.entity).toBe(true)
      }
    })

    it('R7.02 answer under /api/ as the specification writes it, and under /api-im/ as it is sent', async () => {
      const token = await api().token('admin')
      for (const path of ['/api/eshop/eshopList', '/api-im/eshop/eshopList'])
        expect((await api().ask('POST', path, token, {})).status).toBe(200)
    })

    it('R8.03 answer 404 where there is no such call, and 400 for a body that is no JSON', async () => {
      const token = await api().token('admin')
      expect((await api().ask('GET', '/api/nothing', token)).status).toBe(404)
      expect((await api().ask('GET', '/api/eshop/eshopList', token)).status).toBe(404)
      const broken = await api().app.inject({
        method: 'POST',
        url: '/prod-api/api/eshop/eshopList',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        payload: '{"a":',
      })
      expect([broken.statusCode, broken.json().resultMsg]).toEqual([400, '请求内容不是合法的 JSON'])
    })

    it('carry a strict content security policy and are compressed above a kilobyte', async () => {
      const headers = { authorization: `Bearer ${await api().token('admin')}`, 'accept-encoding': 'br' }
      const answer = await api().app.inject({
        method: 'POST',
        url: '/prod-api/api/eshop/eshopList',
        headers,
        payload: {},
      })
      expect(answer.headers['content-encoding']).toBe('br')
      expect(answer.headers['content-security-policy']).toContain("script-src 'self'")
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
    })

    it('say whether the server is well', async () => {
      const answer = await api().app.inject('/healthz')
      expect([answer.statusCode, answer.json().status]).toEqual([200, 'ok'])
    })
  })
}
