import type { Envelope } from '../../core/contract/api.ts'
import type { Configuration } from '../../core/index.ts'
import { reachOf } from '../access/reach.ts'
import type { EndpointModel } from '../db/models.ts'
import { success } from '../http/envelope.ts'
import { forbidden, Refusal, unauthorised } from '../http/refusal.ts'
import type { CallContext } from './context.ts'
import { HANDLERS } from './registry.ts'
import { RouteTable } from './route-table.ts'

const tables = new WeakMap<Configuration, RouteTable>()

export function routesOf(configuration: Configuration): RouteTable {
  const found = tables.get(configuration)
  if (found) return found
  const tenants = [configuration.scope({}).manifest.app.api.tenant, ...configuration.customers().flatMap(customer => customer.tenant ?? [])]
  const table = new RouteTable(configuration.endpoints(), tenants)
  tables.set(configuration, table)
  return table
}

/** The right to make a call at all; which rows it may touch is decided by access/row-scope. */
function checkRight({ endpoint, user, scoped }: CallContext): void {
  if (endpoint.access === 'open') return
  if (!user) throw unauthorised()
  if (endpoint.access === 'staff' || endpoint.does === undefined) return
  if (!reachOf(scoped, user).calls.has(endpoint.name)) throw forbidden()
}

export const notBuilt = ({ label, path }: EndpointModel): Refusal => new Refusal(501, `该接口尚未开通：${label}（${path}）`)

export async function answer(call: CallContext): Promise<Envelope<unknown>> {
  checkRight(call)
  const handler = HANDLERS[call.endpoint.does ?? '']
  if (!handler) throw notBuilt(call.endpoint)
  return success(call.endpoint.envelope ?? 'resultCode', await handler(call))
}
