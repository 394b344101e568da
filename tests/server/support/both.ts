import { afterAll, beforeAll, describe } from 'vitest'
import { startApi, type Api } from './api.ts'
import { noPostgres } from './postgres.ts'

export type Contract = (api: () => Api) => void

/** PGlite takes three times as long for each step of what is repeated at random: it takes a third of them. */
export const repeatedOn = ({ kind }: Api, times: number): number => (kind === 'PGlite' ? Math.ceil(times / 3) : times)

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
