import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PRODUCTS } from '../products.ts'
import { openCustomerAlone } from '../server/start/open-customer.ts'
import { readSettings } from '../server/start/settings/environment.ts'
import { messageOf, StartRefusal } from '../server/start/settings/refusal.ts'
import type { Environment } from '../server/product/product.ts'
import type { ExitCode, Output } from './command.ts'
import { readRegionArgs, textOf } from './region-args.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The second half of `new-region --admin <user name>`: the customer's first unit and administrator, in the database
 * that `DATABASE_URL` or `DATA_DIR` name. Does nothing without `--admin`.
 */
export async function runOpenCustomer(
  argv: readonly string[],
  output: Output,
  env: Environment = process.env,
): Promise<ExitCode> {
  const args = readRegionArgs(argv)
  const username = textOf(args, 'admin')
  if (username === '' || args.help) return 0
  const settings = readSettings({ ...env, CONFIG_DIR: resolve(args.root) }, ROOT)
  const said = {
    customer: textOf(args, 'customer'),
    username,
    nickName: textOf(args, 'person') || username,
    orgName: textOf(args, 'unit'),
    role: textOf(args, 'role'),
    areaCode: '',
    phone: '',
  }
  try {
    const begun = await openCustomerAlone(settings, ROOT, PRODUCTS, said)
    const isEnglish = args.language === 'en'
    output.out(isEnglish ? 'One-time passwords, shown this once:' : '一次性密码，只显示这一次，首次登录须修改：')
    for (const one of begun) output.out(`  ${one.username}  ${one.password}`)
    return 0
  } catch (error) {
    const details = error instanceof StartRefusal ? error.details : []
    for (const line of [messageOf(error), ...details, ...afterwards(args.language === 'en')]) output.err(line)
    return 1
  }
}

const afterwards = (isEnglish: boolean): string[] =>
  isEnglish
    ? [
        'The files of the customer stay as they are. Mend what is said above and run the same command again,',
        'or open the customer on the page 客户管理 (Customers) of the running server.',
      ]
    : [
        '客户的文件已经写好，不受影响。按上面所说处理后再运行同一条命令；服务正在运行的，也可由平台管理员在“客户管理”页面开通。',
      ]
