import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { UsageError } from './args.ts'

/** A user as `explain` knows them; buttons granted by roles are known only for the demonstration's accounts. */
export interface Account {
  area: string
  customer?: string
  roles: string[]
  buttons: string[][]
}
interface Demo {
  roles?: Record<string, { buttons?: string[] }>
  accounts?: Record<string, { area: string; customer?: string; roles: string[] }>
}

/** An account of demo/accounts.yaml. */
export function accountNamed(root: string, name: string): Account {
  const file = join(root, 'demo', 'accounts.yaml')
  const demo = existsSync(file) ? (parse(readFileSync(file, 'utf8')) as Demo) : {}
  const account = demo.accounts?.[name]
  if (!account) throw new UsageError(`没有账号 / no account: ${name}（${file}）`)
  const { area, customer, roles } = account
  return {
    area,
    ...(customer ? { customer } : {}),
    roles,
    buttons: roles.map(role => demo.roles?.[role]?.buttons ?? []),
  }
}
