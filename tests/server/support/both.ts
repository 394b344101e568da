import { afterAll, beforeAll, describe } from 'vitest'
import { startApi, type Api } from './api.ts'
import { noPostgres } from './postgres.ts'

export type Contract = (api: () => Api) => void

/** The same promises on both databases: each has one server, which all the contracts ask in turn. */
export function onBothDatabases(...contracts: Contract[]): void {
  for (const kind of ['PGlite', 'PostgreSQL'] as const) {
    describe.skipIf(kind === 'PostgreSQL' && noPostgres !== undefined)(`on ${kind}`, () => {
      const opened: { api?: Api } = {}
      beforeAll(async () => { opened.api = await startApi(kind) })
      afterAll(() => opened.api?.close())
      for (const contract of contracts) contract(() => opened.api as Api)
    })
  }
}
