import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PRODUCTS } from '../../../src/products.ts'
import { databaseOn } from '../../../src/server/db/database.ts'
import { openPglite } from '../../../src/server/db/pglite/pool.ts'
import { readSettings } from '../../../src/server/start/settings/environment.ts'
import { startServer, type Running } from '../../../src/server/start/start.ts'
import { forget, ROOT, temporary } from '../../folders.ts'
import { empty, environment } from '../support/process.ts'

/** A product of configuration alone, with names that supervision's code gives a meaning to. */
const FILES: Record<string, string> = {
  'schemas/app.yaml': 'title: 报修\nversion: 2\n',
  'schemas/menu.yaml': 'menu:\n  tickets: {title: 报修单, page: tickets}\n',
  'schemas/dictionaries/auditStatus.yaml': 'dictionary: auditStatus\nlabel: 审核\nentries: {a: 甲, b: 乙}\n',
  'schemas/entities/ticket.yaml': `entity: ticket
label: 报修单
key: id
title: name
mixins: [base]
scope: {area: areaCode}
fields:
  id: {label: 编号, kind: text}
  name: {label: 名称, kind: text, required: true}
  state: {label: 状态, kind: status, workflow: repair}
  taskId: {label: 任务, kind: text}
  finishState: {label: 完成, kind: flag}
  isDead: {label: 报废, kind: flag}
  livenessScore: {label: 活跃分, kind: int}
  auditStatus: {label: 审核, kind: dict, dict: auditStatus}
  deadReason: {label: 原因, kind: text}
`,
  'schemas/workflows/repair.yaml': `workflow: repair
label: 报修
entity: ticket
states:
  open: {label: 待修, initial: true}
  done: {label: 已修, closed: true}
transitions:
  finish: {label: 修好, from: [open], to: done}
`,
  'schemas/endpoints.yaml': `endpoints:
  ticket.list: {label: 报修单, method: POST, path: /api/ticket/list, in: body, handler: list, entity: ticket, access: page, reads: [ticket]}
  ticket.one: {label: 报修单详情, method: GET, path: /api/ticket/one, in: query, params: [id], handler: one, entity: ticket, access: page, reads: [ticket]}
  ticket.save: {label: 保存报修单, method: POST, path: /api/ticket/save, in: body, handler: save, entity: ticket, access: page, changes: [ticket]}
  ticket.act: {label: 办理报修单, method: POST, path: /api/ticket/act, in: body, params: [id, action], handler: workflow.act, entity: ticket, access: page, changes: [ticket]}
  ticket.later: {label: 报修统计, method: POST, path: /api/ticket/later, in: body}
`,
  'schemas/pages/tickets.yaml': `kind: list
title: 报修单
entity: ticket
source: ticket.list
columns:
  name:
  state:
actions:
  add: {label: 新增, on: [page], page: ticketForm}
  finish: {on: [row], transition: finish, call: ticket.act}
`,
  'schemas/pages/ticketForm.yaml': `kind: form
title: 报修单登记
entity: ticket
source: ticket.one
call: ticket.save
parent: tickets
sections:
  base:
    label: 基本信息
    fields:
      name:
      taskId:
      finishState:
      isDead:
      livenessScore:
      auditStatus:
      deadReason:
done: 已保存
`,
}

const PASSWORD = 'Changed2025'

describe('a product that is configuration alone', () => {
  const log = { lines: [] as string[], errors: [] as string[] }
  const own = { config: '', data: '', running: undefined as Running | undefined, token: '', told: [] as string[] }

  async function ask<T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<T> {
    const answer = await own.running!.app.inject({
      method,
      url: `/prod-api${path}`,
      headers: {
        'client-id': 'webApp',
        'client-secret': 'webApp',
        ...(own.token === '' ? {} : { authorization: `Bearer ${own.token}` }),
      },
      ...(body ? { payload: body } : {}),
    })
    const { data, resultMsg, msg } = answer.json() as { data?: T; resultMsg?: string; msg?: string }
    if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${resultMsg ?? msg}`)
    return data as T
  }
  const signIn = (password: string): Promise<{ access_token: string }> =>
    ask('POST', `/api-auth/oauth/user/token?username=admin&password=${password}`)

  let env: Record<string, string> = {}
  const started = (): Promise<Running> =>
    startServer(
      readSettings(env, ROOT),
      ROOT,
      { info: line => log.lines.push(line), error: line => log.errors.push(line) },
      PRODUCTS,
    )

  beforeAll(async () => {
    own.config = temporary('configuration-')
    for (const [path, text] of Object.entries(FILES)) {
      await mkdir(dirname(join(own.config, path)), { recursive: true })
      await writeFile(join(own.config, path), text)
    }
    // a demonstration is asked for, and there is none
    env = await environment({ CONFIG_DIR: own.config, DEMO: '1', EMBEDDED_SYNC: '' })
    own.data = env['DATA_DIR'] ?? ''
    await empty(own.data)
    own.running = await started()
    expect(log.errors).toEqual([])
    // the copied folder's rights are told, too
    own.told = log.lines.filter(line => !line.startsWith('数据目录'))
    const password = /admin (\w{12})/.exec(own.told[0] ?? '')?.[1] ?? ''
    own.token = (await signIn(password)).access_token
    await ask('PUT', '/api-user/users/password', { oldPassword: password, newPassword: PASSWORD })
    own.token = (await signIn(PASSWORD)).access_token
  })
  afterAll(async () => {
    await own.running?.close()
    await Promise.all([own.config, own.data].map(forget))
  })

  it('starts with the first account and no demonstration', async () => {
    expect(own.told).toEqual([expect.stringMatching(/admin \w{12}/)])
    expect(own.running?.title).toBe('报修')
    expect(await own.running?.demoAccount()).toBeUndefined()
  })

  it('keeps what a record says, whatever its fields are called', async () => {
    const said = { name: '门锁', taskId: 't1', finishState: 0, isDead: 1, livenessScore: 7, auditStatus: 'a' }
    const id = await ask<string>('POST', '/api/ticket/save', { ...said, deadReason: '锈了' })
    expect(await ask('GET', `/api/ticket/one?id=${id}`)).toMatchObject({ ...said, deadReason: '锈了', state: 'open' })
    expect(await ask('POST', '/api/ticket/save', { id, name: '大门锁', auditStatus: 'b' })).toBe(id)
    const list = await ask<{ list: object[] }>('POST', '/api/ticket/list', { pageNo: 1, pageRowNo: 10, pageFlag: 1 })
    expect(list.list).toEqual([expect.objectContaining({ name: '大门锁', auditStatus: 'b', isDead: 1 })])
  })

  it('takes a transition of a record that has finishState and taskId', async () => {
    const id = await ask<string>('POST', '/api/ticket/save', { name: '窗', taskId: 't1', finishState: 1 })
    expect(await ask('POST', '/api/ticket/act', { id, action: 'finish' })).toMatchObject({ from: 'open', to: 'done' })
    expect(await ask('GET', `/api/ticket/one?id=${id}`)).toMatchObject({ state: 'done', taskId: 't1', finishState: 1 })
  })

  it('answers 501 with its name where a call is not built yet, whatever the body', async () => {
    await expect(ask('POST', '/api/ticket/later', {})).rejects.toThrow(
      '501 该接口尚未开通：报修统计（/api/ticket/later）',
    )
    const answer = await own.running!.app.inject({
      method: 'POST',
      url: '/prod-api/api/ticket/later',
      headers: { authorization: `Bearer ${own.token}`, 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x\r\n\r\nfile\r\n--x--',
    })
    expect(answer.statusCode).toBe(501)
  })

  it('takes no overlay of a customer that opens rows or calls to others, and keeps its own from them', async () => {
    const lay = async (files: Record<string, string>): Promise<void> => {
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(own.config, path)), { recursive: true })
        await writeFile(join(own.config, path), text)
      }
    }
    const call = 'method: POST, in: body, because: 人人可用'
    await lay({
      'customers/7/customer.yaml': "customer: '7'\nname: 七\nareas: ['11']\n",
      'customers/7/entities/ticket.yaml': 'scope: {customer: false}\n',
      'customers/7/endpoints.yaml': `endpoints:
  all.people: {label: 所有人, path: /api/all/people, handler: list, entity: user, access: staff, ${call}}
  all.reset: {label: 重设, path: /api/all/reset, handler: user.resetPassword, changes: [user], access: staff, ${call}}
  all.reveal: {label: 显示, path: /api/all/reveal, handler: record.reveal, changes: [ticket], access: staff, ${call}}
`,
    })
    for (const line of ['entities/ticket.yaml:1:1', 'endpoints.yaml:2:', 'endpoints.yaml:3:'])
      await expect
        .poll(() => log.errors.join('\n'))
        .toMatch(new RegExp(`customers/7/${line.replaceAll('.', '\\.')}.*layer-fact`))
    await expect(ask('POST', '/api/all/people', {})).rejects.toThrow('404 接口不存在')

    await lay({
      'customers/7/entities/ticket.yaml':
        'fields:\n  name: {label: 事由, pattern: ^七, patternMessage: 以七开头, mask: name}\n',
      'customers/7/endpoints.yaml': `endpoints:
  own.list: {label: 自己的, path: /api/own/list, handler: list, entity: own, access: staff, ${call}}
`,
      'customers/7/entities/own.yaml':
        'entity: own\nlabel: 自己的\nkey: id\ntitle: id\nscope: none\nfields: {id: {label: 编号, kind: text}}\n',
    })
    const unknown = async (): Promise<number> => {
      const answer = await own.running!.app.inject({ method: 'POST', url: '/prod-api/api/own/list', payload: {} })
      return answer.statusCode
    }
    // without a session it is not known whose call it is
    await expect.poll(unknown).toBe(401)
    await expect(ask('POST', '/api/own/list', {})).rejects.toThrow('404 接口不存在')
    const id = await ask<string>('POST', '/api/ticket/save', { name: '门锁' })
    expect(await ask('GET', `/api/ticket/one?id=${id}`)).toMatchObject({ name: '门锁' })
  })

  it('is not exchanged for a product with code while the server runs', async () => {
    const file = join(own.config, 'schemas/app.yaml')
    await writeFile(file, `${await readFile(file, 'utf8')}product: supervision\n`)
    await expect.poll(() => log.errors.join('\n')).toMatch(/start the server again/)
    await writeFile(file, FILES['schemas/app.yaml'] ?? '')
    await expect.poll(() => log.lines.join('\n')).toMatch(/again what is in force/)
  })

  it('has none of the tables of the product', async () => {
    await own.running?.close()
    const pool = await openPglite(join(own.data, 'pg'))
    const db = databaseOn(pool)
    const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_schema = 'public'`.execute(db)
    await db.destroy()
    own.running = await started()
    const tables = rows.map(({ name }) => name)
    expect(tables).toEqual(expect.arrayContaining(['ticket', 'sys_audit']))
    expect(tables.filter(name => /capture|evidence|collect|carrier|deadku/.test(name))).toEqual([])
  })

  it('says so where the product that it names has no code', async () => {
    const file = join(own.config, 'schemas/app.yaml')
    await writeFile(file, `${FILES['schemas/app.yaml']}product: supervisoin\n`)
    const env = await environment({ CONFIG_DIR: own.config })
    await expect(startServer(readSettings(env, ROOT), ROOT, { info() {}, error() {} }, PRODUCTS)).rejects.toMatchObject(
      {
        details: [expect.stringMatching(/app\.yaml:3:10 {2}error {2}product-exists .*supervision/)],
      },
    )
    await forget(env['DATA_DIR'] ?? '')
  })
})
