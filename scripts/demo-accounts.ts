import { fileURLToPath } from 'node:url'
import { demoAccounts } from '../src/supervision/server/demo/accounts.ts'
import { readDemo } from '../src/supervision/server/demo/demo-files.ts'

/** Prints the demonstration's accounts without starting a server. */
const accounts = demoAccounts(await readDemo(fileURLToPath(new URL('..', import.meta.url))))

if (process.argv.includes('--json')) {
  console.log(JSON.stringify(accounts, null, 2))
} else {
  for (const { username, password, nickName, customerId, areaCode, areaLevel, roles } of accounts) {
    console.log(
      [
        username.padEnd(22),
        password,
        `L${areaLevel}`,
        areaCode.padEnd(9),
        customerId.padEnd(7),
        nickName,
        roles.join(','),
      ].join('  '),
    )
  }
}
