import { afterAll, beforeAll, describe } from 'vitest'
import { startApi, type Api } from './support/api.ts'
import { noPostgres } from './support/postgres.ts'
import { accessContract } from './contract/access.ts'
import { callsContract } from './contract/calls.ts'
import { demoContract } from './contract/demo.ts'
import { listContract } from './contract/lists.ts'
import { managersContract } from './contract/managers.ts'
import { renewalContract } from './contract/renewal.ts'
import { maskingContract } from './contract/masking.ts'
import { scopeContract } from './contract/scope.ts'
import { sessionContract } from './contract/session.ts'
import { sizeContract } from './contract/size.ts'
import { usersContract } from './contract/users.ts'
import { websiteContract } from './contract/websites.ts'

/** The same promises on both databases. */
const KINDS = ['PGlite', 'PostgreSQL'] as const

for (const kind of KINDS) {
  describe.skipIf(kind === 'PostgreSQL' && noPostgres !== undefined)(`on ${kind}`, () => {
    const opened: { api?: Api } = {}
    const api = (): Api => opened.api as Api
    beforeAll(async () => { opened.api = await startApi(kind) })
    afterAll(() => opened.api?.close())

    demoContract(api)
    sessionContract(api)
    accessContract(api)
    listContract(api)
    websiteContract(api)
    sizeContract(api)
    usersContract(api)
    managersContract(api)
    renewalContract(api)
    callsContract(api)
    scopeContract(api)
    maskingContract(api)
  })
}
