import { ALL_GRANTED } from '../core/model/roles.ts'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { Checked } from '../core/index.ts'
import { UsageError } from './args.ts'

/** A user as `explain` knows them; buttons granted by roles are known only for the demonstration's accounts. */
export interface Account {
  area: string
  customer?: string
  roles: string[]
  buttons: string[][]
}
type Listed = Record<string, { area: string; customer?: string; roles: string[] }>

/** Those of the platform, in demo/accounts.yaml. */
function platformAccounts(root: string): Listed {
  const file = join(root, 'demo', 'accounts.yaml')
  return existsSync(file) ? ((parse(readFileSync(file, 'utf8')) as { accounts?: Listed }).accounts ?? {}) : {}
}

/** An account of a customer's demo.yaml, or of the platform. */
export function accountNamed(root: string, name: string, { configuration }: Checked): Account {
  const demos = configuration.demos()
  const listed = demos.map(({ customer, accounts }): [string | undefined, Listed] => [customer, accounts])
  for (const [whose, accounts] of [...listed, [undefined, platformAccounts(root)] as const]) {
    const account = accounts[name]
    if (!account) continue
    const { area, roles } = account
    const buttonsOf = (role: string): string[] => [
      ALL_GRANTED,
      ...demos.flatMap(demo => demo.roles[role] ?? []).flatMap(({ buttons = [] }) => buttons),
    ]
    return { area, ...(whose === undefined ? {} : { customer: whose }), roles, buttons: roles.map(buttonsOf) }
  }
  throw new UsageError(`没有演示账号“${name}”，见各客户的 demo.yaml / no demonstration account: ${name}`)
}
