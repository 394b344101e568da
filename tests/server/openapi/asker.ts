import type { LightMyRequestResponse } from 'fastify'
import { rewritePath, type ListAnswer, type Row } from '../../../src/core/contract/api.ts'
import type { Scope } from '../../../src/core/model/scope.ts'
import type { DemoAccount } from '../../../src/supervision/server/demo/accounts.ts'
import type { EndpointModel } from '../../../src/server/db/tables/models.ts'
import type { Api } from '../support/api.ts'

const UPLOAD = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nabc\r\n--b--\r\n'

/** One account that makes calls, each from where its arguments travel. */
export class Asker {
  readonly areaCode: string
  readonly scope: Scope
  readonly username: string
  #api: Api
  #token: string | undefined
  #file: string | undefined
  #rows = new Map<string, Promise<Row[]>>()

  constructor(api: Api, { username, areaCode, customerId }: DemoAccount) {
    this.#api = api
    this.username = username
    this.areaCode = areaCode
    this.scope = { area: areaCode, ...(customerId ? { customer: customerId } : {}) }
  }

  send(endpoint: EndpointModel, given: Row, more: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    return this.sendWith({ client_id: 'webApp', client_secret: 'webApp', ...more }, endpoint, given)
  }

  async sendWith(
    client: Record<string, string>,
    { method, path, in: args, changes = [] }: EndpointModel,
    given: Row,
  ): Promise<LightMyRequestResponse> {
    // what is changed is read anew
    for (const entity of changes) this.#rows.delete(entity)
    this.#token ??= await this.#api.token(this.username)
    const left = { ...given }
    const url = rewritePath(path)
      .replace('{tenant}', '/api-huainan')
      .replace(/\{(\w+)\}/g, (_all, name: string) => {
        const value = String(left[name] ?? 'x')
        delete left[name]
        return encodeURIComponent(value)
      })
    const query =
      args === 'body'
        ? ''
        : `?${new URLSearchParams(Object.entries(left).map(([name, value]) => [name, String(value)])).toString()}`
    const headers: Record<string, string> = { authorization: `Bearer ${this.#token}`, ...client }
    if (args === 'multipart')
      return this.#api.app.inject({
        method,
        url: `/prod-api${url}`,
        headers: { ...headers, 'content-type': 'multipart/form-data; boundary=b' },
        payload: UPLOAD,
      })
    return this.#api.app.inject({
      method,
      url: `/prod-api${url}${query}`,
      headers,
      ...(args === 'body' ? { payload: left } : {}),
    })
  }

  /** A file of the account's own, which it may write into a record. */
  async file(): Promise<string> {
    this.#token ??= await this.#api.token(this.username)
    return (this.#file ??= await this.#api.upload(this.#token))
  }

  /** Rows that the account may list, but not itself: nobody changes the own account. */
  rowsOf(entity: string): Promise<Row[]> {
    const known = this.#rows.get(entity) ?? this.#read(entity)
    this.#rows.set(entity, known)
    return known
  }

  async rowOf(entity: string): Promise<Row> {
    return (await this.rowsOf(entity))[0] ?? {}
  }

  async #read(entity: string): Promise<Row[]> {
    const list = this.#api.services
      .configuration()
      .endpoints()
      .find(one => one.entity === entity && one.handler?.endsWith('list'))
    const answer = list && (await this.send(list, { pageRowNo: 200 }))
    const rows = answer?.statusCode === 200 ? (answer.json() as { data: ListAnswer }).data.list : []
    return rows.filter(row => row['username'] !== this.username)
  }
}
