import type { FastifyRequest } from 'fastify'
import { changesByGet } from '../../core/contract/api.ts'
import type { EndpointModel } from '../db/tables/models.ts'
import { pathIn } from '../http/request/addresses.ts'
import { refuseBareGet, type Client } from '../session/client.ts'
import { badRequest } from '../answer/refusal.ts'

/** A request to the backend. */
export interface UpstreamRequest {
  method: string
  /** path below the base, with query */
  address: string
  body?: NodeJS.ReadableStream | undefined
  /** headers to add */
  headers?: Record<string, string>
}

const MOST = 64 * 1024

function parsed(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    return undefined
  }
}

async function argumentsIn(body: unknown): Promise<[name: string, value: string][]> {
  let text = ''
  for await (const chunk of (body ?? []) as AsyncIterable<Buffer>) {
    text += chunk.toString('utf8')
    if (text.length > MOST) throw badRequest('请求内容过长')
  }
  const values = parsed(text)
  if (typeof values !== 'object' || values === null || Array.isArray(values)) throw badRequest('请求内容应为 JSON 对象')
  return Object.entries(values).flatMap(([name, value]): [string, string][] =>
    value === null ? [] : [[name, String(value)]],
  )
}

/**
 * The call in the form of the specification. Our console sends changing calls by POST; the backend expects some by GET
 * with arguments in the query. A GET from the client is accepted only with the client's headers.
 */
export async function asSpecified(
  request: FastifyRequest,
  address: string,
  endpoint: EndpointModel,
  client: Client,
): Promise<UpstreamRequest> {
  const { method, headers, body } = request
  refuseBareGet(method, endpoint, headers, client)
  if (method !== 'POST' || !changesByGet(endpoint))
    return { method, address, body: body as NodeJS.ReadableStream | undefined }
  const query = new URLSearchParams(await argumentsIn(body)).toString()
  return {
    method: 'GET',
    address: `${pathIn(address)}?${query}`,
    headers: { client_id: client.clientId, client_secret: client.clientSecret },
  }
}
