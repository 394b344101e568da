import { Readable } from 'node:stream'
import type { Row } from '../../core/contract/api.ts'
import { rewritePath } from '../../core/contract/api.ts'
import type { EndpointModel, EntityModel, ScopedConfiguration } from '../../core/index.ts'
import { addressIn, ask } from './client.ts'

/** What a backend has, lacks, or has otherwise. */
export interface Finding {
  call: string
  line: string
  state: 'ok' | 'missing' | 'differs' | 'not asked'
  note: string
}

export interface Wanted {
  backend: URL
  username: string
  password: string
  scoped: ScopedConfiguration
  /** calls of the specification */
  endpoints: readonly EndpointModel[]
}

interface Heard {
  status: number
  body: Row
}
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)
const PAGE = { pageFlag: 1, pageNo: 1, pageRowNo: 1 }
const MISSING: ReadonlySet<number> = new Set([404, 405, 501])

/** Asks a backend for all that can be read by the specification, one call after the other, and changes nothing. */
export async function checkBackend({ backend, username, password, scoped, endpoints }: Wanted): Promise<Finding[]> {
  const client = { client_id: scoped.app.api.clientId, client_secret: scoped.app.api.clientSecret }
  const entities = new Map(scoped.entities().map(entity => [entity.name, entity]))
  const rows = new Map<string, Row>()
  let token = ''
  const findings: Finding[] = []
  for (const endpoint of inOrder(endpoints)) {
    const args = argsOf(endpoint, { username, password, row: rows.get(endpoint.entity ?? ''), entities })
    const found = { call: endpoint.name, line: `${endpoint.method} ${endpoint.path}` }
    if (typeof args === 'string') {
      findings.push({ ...found, state: 'not asked', note: args })
      continue
    }
    const heard = await hear(backend, endpoint, args, token, client).catch((cause: unknown) => String(cause))
    if (endpoint.name === 'auth.login' && typeof heard === 'object') token = tokenIn(heard)
    const note = typeof heard === 'string' ? heard : problemOf(endpoint, heard, entities)
    const first = typeof heard === 'object' ? rowsIn(heard.body['data'])[0] : undefined
    if (first && endpoint.entity !== undefined && !rows.has(endpoint.entity)) rows.set(endpoint.entity, first)
    const missing = typeof heard === 'object' && MISSING.has(heard.status)
    findings.push({ ...found, state: missing ? 'missing' : note === '' ? 'ok' : 'differs', note })
  }
  return findings
}

/** Signing in comes first; lists come before what is asked with a record of theirs. */
const inOrder = (endpoints: readonly EndpointModel[]): EndpointModel[] => {
  const rank = ({ name, handler }: EndpointModel): number => (name === 'auth.login' ? 0 : handler === 'list' ? 1 : 2)
  return endpoints.toSorted((a, b) => rank(a) - rank(b))
}

interface Known {
  username: string
  password: string
  row: Row | undefined
  entities: ReadonlyMap<string, EntityModel>
}

/** Arguments that change nothing, or why it is not asked. */
function argsOf(endpoint: EndpointModel, { username, password, row, entities }: Known): Row | string {
  if (endpoint.name === 'auth.login') return { username, password, grant_type: 'password' }
  if (endpoint.changes?.length || endpoint.in === 'multipart') return '会改动数据，不试'
  if (endpoint.handler === 'list') return PAGE
  const names = endpoint.names ?? []
  const pathNames = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name))
  const asked = [...names, ...pathNames].filter(name => name !== 'tenant')
  if (asked.length === 0 || endpoint.params) return requiredOf(endpoint, row)
  const key = entities.get(endpoint.entity ?? '')?.key ?? 'id'
  return row ? Object.fromEntries(asked.map(name => [name, row[key] ?? row[name]])) : '列表里没有记录可试'
}

function requiredOf({ params = {} }: EndpointModel, row: Row | undefined): Row | string {
  const required = Object.entries(params).flatMap(([name, doc]) => (doc && doc.required ? [name] : []))
  if (required.length > 0 && !row) return '列表里没有记录可试'
  return Object.fromEntries(required.map(name => [name, row?.[name]]))
}

async function hear(backend: URL, endpoint: EndpointModel, given: Row, token: string, client: Row): Promise<Heard> {
  const args = { ...given }
  const path = rewritePath(endpoint.path.replace('{tenant}', '/api-huainan')).replace(
    /\{(\w+)\}/g,
    (_, name: string) => {
      const value = encodeURIComponent(String(args[name] ?? ''))
      delete args[name]
      return value
    },
  )
  const query = new URLSearchParams(Object.entries(args).map(([name, value]) => [name, String(value)])).toString()
  const url = addressIn(backend, endpoint.in === 'body' || query === '' ? path : `${path}?${query}`)
  if (!url) throw new Error(`${path} is no path of ${backend.origin}`)
  const body = endpoint.in === 'body' ? Readable.from([JSON.stringify(args)]) : undefined
  const answer = await ask(url, {
    method: endpoint.method,
    headers: {
      ...(client as Record<string, string>),
      accept: 'application/json',
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    body,
  })
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  const said: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}')
  return { status: answer.statusCode ?? 502, body: isRow(said) ? said : {} }
}

const tokenIn = ({ body }: Heard): string => {
  const { data } = body
  return isRow(data) ? String(data['access_token'] ?? '') : ''
}
const rowsIn = (data: unknown): Row[] =>
  [isRow(data) && Array.isArray(data['list']) ? data['list'] : data].flat().filter(isRow)

/** '' where the answer has the form that the console reads. */
function problemOf(
  endpoint: EndpointModel,
  { status, body }: Heard,
  entities: ReadonlyMap<string, EntityModel>,
): string {
  if (MISSING.has(status)) return `没有这个接口（HTTP ${status}）`
  const said = String(body['resultMsg'] ?? body['msg'] ?? '')
  if (status !== 200) return `HTTP ${status}：${said}`
  const good = endpoint.envelope === 'code' ? Number(body['code']) === 1 : String(body['resultCode'] ?? '0') === '0'
  if (!good) return `应答说没有成功：${said}`
  const { data } = body
  if (endpoint.handler === 'list' && !(isRow(data) && 'totalRecord' in data && Array.isArray(data['list'])))
    return '列表的应答没有 totalRecord 和 list'
  return lackingFields(endpoint, rowsIn(data)[0], entities)
}

function lackingFields(
  { handler, entity, figures }: EndpointModel,
  row: Row | undefined,
  entities: ReadonlyMap<string, EntityModel>,
): string {
  const model = entities.get(entity ?? '')
  const wanted = figures
    ? [...(figures.by ?? []), ...figures.measures]
    : model && (handler === 'list' || handler === 'one')
      ? [model.key, model.title]
      : []
  const lacking = row ? wanted.filter(name => !(name in row)) : []
  return lacking.length > 0 ? `应答里没有 ${lacking.join('、')}` : ''
}
