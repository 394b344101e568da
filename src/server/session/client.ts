import type { IncomingHttpHeaders } from 'node:http'
import { changesByGet } from '../../core/contract/api.ts'
import type { EndpointModel } from '../db/tables/models.ts'
import { Refusal } from '../answer/refusal.ts'

export interface Client {
  clientId: string
  clientSecret: string
}

/** Proxies often drop headers with an underscore, so the spelling with a hyphen is read as well. */
export const headerOf = (headers: IncomingHttpHeaders, name: string): string =>
  String(headers[name] ?? headers[name.replace('_', '-')] ?? '')

/** Whether the request names the client in headers (R7.03), which links, images and foreign pages cannot send. */
export const namesClient = (headers: IncomingHttpHeaders, { clientId, clientSecret }: Client): boolean =>
  headerOf(headers, 'client_id') === clientId && headerOf(headers, 'client_secret') === clientSecret

/** Refuses a changing GET without the client's headers: a link or image could have triggered it. */
export function refuseBareGet(
  method: string,
  endpoint: EndpointModel,
  headers: IncomingHttpHeaders,
  client: Client,
): void {
  if (method === 'GET' && changesByGet(endpoint) && !namesClient(headers, client))
    throw new Refusal(403, '该接口会改动数据：请用 POST 发送，或带上 client_id 和 client_secret 请求头')
}
