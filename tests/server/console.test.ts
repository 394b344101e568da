import { afterAll, beforeAll, describe } from 'vitest'
import { startApi, type Api } from './support/api.ts'
import { noPostgres } from './support/postgres.ts'
import { argumentContract } from './console/arguments.ts'
import { auditContract } from './console/auditing.ts'
import { batchContract } from './console/batches.ts'
import { clueContract } from './console/clues.ts'
import { exportContract } from './console/exports.ts'
import { fileContract } from './console/files.ts'
import { keptContract } from './console/kept.ts'
import { logContract } from './console/logs.ts'
import { lookupContract } from './console/lookups.ts'
import { orgContract } from './console/orgs.ts'
import { mapContract } from './console/maps.ts'
import { roleContract } from './console/roles.ts'
import { savingContract } from './console/saving.ts'

/** What the console asks for beside the business: the same promises on both databases. */
const KINDS = ['PGlite', 'PostgreSQL'] as const

for (const kind of KINDS) {
  describe.skipIf(kind === 'PostgreSQL' && noPostgres !== undefined)(`on ${kind}`, () => {
    const opened: { api?: Api } = {}
    const api = (): Api => opened.api as Api
    beforeAll(async () => { opened.api = await startApi(kind) })
    afterAll(() => opened.api?.close())

    argumentContract(api)
    auditContract(api)
    savingContract(api)
    keptContract(api)
    lookupContract(api)
    clueContract(api)
    fileContract(api)
    batchContract(api)
    exportContract(api)
    logContract(api)
    mapContract(api)
    roleContract(api)
    orgContract(api)
  })
}
