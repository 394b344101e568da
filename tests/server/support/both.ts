import { afterAll, beforeAll, describe } from 'vitest'
import { isWhole } from '../../whole.ts'
import { startApi, type Api } from './api.ts'
import type { Kind } from './database.ts'
import { noPostgres } from './postgres.ts'

const KINDS = ['PGlite', 'PostgreSQL'] as const

export type Contract = (api: () => Api) => void

/** PGlite takes three times as long for each step of what is repeated at random: it takes a third of them. */
export const repeatedOn = ({ kind }: Api, times: number): number => (kind === 'PGlite' ? Math.ceil(times / 3) : times)

/** The quicker of the databases that can be had here. */
export const QUICKER: Kind = noPostgres === undefined ? 'PostgreSQL' : 'PGlite'

/** One server on a database of this kind, which all the contracts ask in turn. */
function on(kind: Kind, contracts: Contract[]): void {
  describe.skipIf(kind === 'PostgreSQL' && noPostgres !== undefined)(`on ${kind}`, () => {
    const opened: { api?: Api } = {}
    beforeAll(async () => {
      opened.api = await startApi(kind)
    })
    afterAll(() => opened.api?.close())
    for (const contract of contracts) contract(() => opened.api as Api)
  })
}

/** The same promises on both databases. */
export function onBothDatabases(...contracts: Contract[]): void {
  for (const kind of KINDS) on(kind, contracts)
}

/**
 * What asks of the database little that the other contracts do not: the quicker one stands for both in `npm test`.
 */
export function onEitherDatabase(...contracts: Contract[]): void {
  for (const kind of isWhole ? KINDS : [QUICKER]) on(kind, contracts)
}

/**
 * What goes through the same few ways to the database as the contracts of both; the browser tests do the same on
 * PGlite.
 */
export const onOneDatabase = (...contracts: Contract[]): void => on(QUICKER, contracts)
