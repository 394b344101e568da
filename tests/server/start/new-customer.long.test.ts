import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { ExitCode, Output } from '../../../src/cli/command.ts'
import { runNewRegion } from '../../../src/cli/run-new-region.ts'
import { runOpenCustomer } from '../../../src/cli/run-open-customer.ts'
import { runValidate } from '../../../src/cli/run-validate.ts'
import { runExplain } from '../../../src/cli/run-explain.ts'
import type { Envelope, ListAnswer, Row } from '../../../src/core/contract/api.ts'
import { PRODUCT_WORDS } from '../../../src/products.words.ts'
import { temporary } from '../../folders.ts'
import { CHANGED, Person } from '../durability/writes.ts'
import { copyOfConfiguration, empty, environment, ServerProcess } from '../support/process.ts'
import { wholeIt } from '../../whole.ts'

interface Said {
  code: number | null
  out: string
  err: string
}
type Env = Record<string, string>

/** A command in this process: a process of its own takes seconds to load. */
async function told(work: (output: Output) => ExitCode | Promise<ExitCode>): Promise<Said> {
  const [out, err]: [string[], string[]] = [[], []]
  const code = await work({ out: line => void out.push(line), err: line => void err.push(line) })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

/** Both halves of `npm run new-region`. */
const newRegion = ({ CONFIG_DIR = '', ...env }: Env, ...args: string[]): Promise<Said> =>
  told(async output => {
    const argv = [...args, '--root', CONFIG_DIR]
    return runNewRegion(argv, output, PRODUCT_WORDS) || runOpenCustomer(argv, output, env)
  })

const running: ServerProcess[] = []
async function started(env: Env): Promise<ServerProcess> {
  const server = new ServerProcess(env)
  running.push(server)
  return server.running()
}
afterEach(async () => {
  await Promise.all(running.splice(0).map(server => server.stop()))
})

/** Signs in with a one-time password and says who that is. */
async function whoIs(server: ServerProcess, username: string, password: string): Promise<Row> {
  const { token } = await new Person(server.url).signIn(username, password)
  const answer = await fetch(`${server.url}/prod-api/api-auth/oauth/userinfo`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return ((await answer.json()) as Envelope<Row>).data ?? {}
}

const NEW = ['--customer', '130100', '--name', '石家庄市', '--english', 'Shijiazhuang', '--areas', '1301']
const passwordOf = ({ out }: Said, username: string): string => new RegExp(`${username} {2}(\\S+)`).exec(out)?.[1] ?? ''

describe('a customer of its own', () => {
  it('comes from nothing to its first signed-in person, by the command and by the page, without a demonstration', async () => {
    const folder = await copyOfConfiguration()
    const env = await environment({ CONFIG_DIR: folder, DATA_DIR: await empty(temporary()) })
    // an empty database waits for the demonstration, unless it is said that there is none
    const instead = await newRegion({ ...env, DEMO: '1' }, ...NEW, '--admin', 'sjz_first')
    expect([instead.code, instead.err]).toEqual([1, expect.stringContaining('正式使用请设 DEMO=0 再运行')])
    // nobody else uses the database: the command makes the platform's administrator, too
    const made = await newRegion(env, ...NEW, '--admin', 'sjz_first', '--person', '首位', '--unit', '石家庄局')
    expect([made.code, made.err]).toEqual([0, ''])
    expect(await told(output => runValidate(['--root', folder], output))).toMatchObject({
      code: 0,
      out: expect.stringMatching(/0 个错误，0 个警告/) as string,
    })

    const server = await started(env)
    expect(await whoIs(server, 'sjz_first', passwordOf(made, 'sjz_first'))).toMatchObject({
      nickName: '首位',
      customerId: '130100',
      areaCode: '130100',
      sysOrg: { orgName: '石家庄局' },
      mustChangePassword: true,
    })
    expect(await whoIs(server, 'admin', passwordOf(made, 'admin'))).toMatchObject({
      customerId: '',
      areaCode: '000000',
    })

    // the database is the server's now: the files are written all the same, and it is said what to do
    const other = ['--customer', '130200', '--name', '唐山市', '--english', 'Tangshan', '--areas', '1302']
    const refused = await newRegion(env, ...other, '--admin', 'ts_first')
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringMatching(/正被进程 \d+[\s\S]*由平台管理员在“客户管理”页面开通/),
    ])

    const admin = await new Person(server.url).signIn('admin', passwordOf(made, 'admin'))
    const changed = await fetch(`${server.url}/prod-api/api-user/users/password`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ oldPassword: passwordOf(made, 'admin'), newPassword: CHANGED }),
    })
    expect(changed.status).toBe(200)
    await admin.signIn('admin', CHANGED)
    // the folder is taken over while the server runs
    const open = { customer: '130200', orgName: '唐山局', username: 'ts_first', nickName: '首位' }
    const opened = (): Promise<{ status: number; text: string }> => admin.ask('/api-user/customers/open', open)
    let answer = await opened()
    await expect.poll(async () => (answer.status === 200 ? 200 : (answer = await opened()).status)).toBe(200)
    const { password = '' } = (JSON.parse(answer.text) as Envelope<{ password: string }>).data ?? {}
    expect(await whoIs(server, 'ts_first', password)).toMatchObject({ customerId: '130200', mustChangePassword: true })
  })

  wholeIt('is tried at once: its people of each level sign in and see rows of their areas', async () => {
    const folder = await copyOfConfiguration()
    // the demonstration of this customer alone
    for (const other of readdirSync(join(folder, 'customers')))
      rmSync(join(folder, 'customers', other, 'demo.yaml'), { force: true })
    const env = await environment({ CONFIG_DIR: folder, DATA_DIR: await empty(temporary()), DEMO: '1' })
    const made = await newRegion(env, ...NEW)
    expect([made.code, made.err, made.out]).toEqual([0, '', expect.stringContaining('demo.yaml')])
    expect(await told(output => runValidate(['--root', folder], output, PRODUCT_WORDS))).toMatchObject({
      code: 0,
      out: expect.stringMatching(/0 个错误，0 个警告/) as string,
    })
    const [admin, ...below] = [
      ['c130100_admin', '1301'],
      ['c130100_130102', '130102'],
      ['c130100_130102001', '130102001'],
    ]
    const explained = await told(output =>
      runExplain(['dataCenter/onlineShop', '--account', String(admin?.[0]), '--root', folder], output),
    )
    expect([explained.code, explained.err]).toEqual([0, ''])
    const server = await started(env)
    for (const [username = '', area = ''] of [admin ?? [], ...below]) {
      const person = await new Person(server.url).signIn(username, 'Wangjian2025')
      const { text } = await person.ask('/api/eshop/eshopList', {})
      const { list = [] } = (JSON.parse(text) as Envelope<ListAnswer>).data ?? {}
      expect(list.length, username).toBeGreaterThan(0)
      for (const row of list) expect(String(row['areaCode'])).toMatch(new RegExp(`^${area}`))
    }
  })
})
