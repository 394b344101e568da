import { afterAll, beforeAll, describe } from 'vitest'
import { startApi, type Api } from './support/api.ts'
import { noPostgres } from './support/postgres.ts'
import { buttonContract } from './workflow/buttons.ts'
import { journeyContract } from './workflow/journey.ts'
import { walkContract } from './workflow/walk.ts'

/** Clues on their way: the same promises on both databases. */
const KINDS = ['PGlite', 'PostgreSQL'] as const

for (const kind of KINDS) {
  describe.skipIf(kind === 'PostgreSQL' && noPostgres !== undefined)(`on ${kind}`, () => {
    const opened: { api?: Api } = {}
    const api = (): Api => opened.api as Api
    beforeAll(async () => { opened.api = await startApi(kind) })
    afterAll(() => opened.api?.close())

    buttonContract(api)
    journeyContract(api)
    walkContract(api)
  })
}
