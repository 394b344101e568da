import { afterAll, beforeAll, describe } from 'vitest'
import { startApi, type Api } from './support/api.ts'
import { noPostgres } from './support/postgres.ts'
import { carrierContract } from './carriers/carriers.ts'
import { deadLibraryContract } from './carriers/dead-library.ts'

/** The data center's carriers, the same on both databases. */
const KINDS = ['PGlite', 'PostgreSQL'] as const

for (const kind of KINDS) {
  describe.skipIf(kind === 'PostgreSQL' && noPostgres !== undefined)(`on ${kind}`, () => {
    const opened: { api?: Api } = {}
    const api = (): Api => opened.api as Api
    beforeAll(async () => { opened.api = await startApi(kind) })
    afterAll(() => opened.api?.close())

    carrierContract(api)
    deadLibraryContract(api)
  })
}
