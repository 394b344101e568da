import type { FastifyInstance } from 'fastify'
import type { Configuration } from '../../core/index.ts'
import type { Regions } from '../access/regions.ts'
import { success } from '../answer/envelope.ts'
import { notFound, unauthorised } from '../answer/refusal.ts'
import { drawnOf } from '../files/drawn.ts'
import type { MapStore } from '../files/maps.ts'
import { bearerOf, queryText } from '../http/request/request.ts'
import { DRAWING } from './backend-facts.ts'
import type { UpstreamPeople } from './people.ts'

/** The maps of this server, and the areas that they show. */
export interface OwnMaps {
  store: MapStore
  regions: Regions
}

const CACHED = 'private, max-age=31536000, immutable'

/** Drawings of areas are this server's own, in front of a backend too: they hold nothing of the business. */
export function mapRoute(
  app: FastifyInstance,
  configuration: () => Configuration,
  people: UpstreamPeople,
  { store, regions }: OwnMaps,
): void {
  const { base } = configuration().scope({}).app.api
  const drawing = configuration()
    .endpoints()
    .find(({ name }) => name === DRAWING)
  if (!drawing) return
  app.get(`${base}${drawing.path}`, async (request, reply) => {
    const token = bearerOf(request)
    if (token === undefined || !(await people.identify(token))) throw unauthorised()
    const code = queryText(request, 'code')
    const drawn = await drawnOf(store, regions, code)
    if (!drawn) throw notFound(`没有地区 ${code} 的地图`)
    if (queryText(request, 't') !== '') reply.header('cache-control', CACHED)
    return reply.send(success('resultCode', drawn))
  })
}
