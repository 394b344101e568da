import type { ListAnswer } from '../../../../src/core/contract/api.ts'
import type { CallContext } from '../../../../src/server/call/context.ts'
import { list } from '../../../../src/server/records/read/list.ts'
import type { Database } from '../../../../src/server/db/database.ts'
import type { Api } from '../../support/api.ts'

class Undo extends Error {}

/** Many rows for one test, gone when its work is done. */
export async function withRowsUndone(api: Api, work: (db: Database) => Promise<void>): Promise<void> {
  await api.db
    .transaction()
    .execute(async tx => {
      await work(tx)
      throw new Undo()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error
    })
}

/** A list, of shops unless another is named, asked within a transaction by somebody of an area. */
export function callOn(
  api: Api,
  db: Database,
  args: Record<string, unknown>,
  own = '99',
  name = 'eshop.list',
): CallContext {
  const configuration = api.services.configuration()
  const endpoint = configuration.endpoints().find(one => one.name === name)!
  return {
    ...api.services,
    db,
    endpoint,
    args,
    headers: {},
    fault: () => {},
    ip: '',
    token: undefined,
    user: undefined,
    scoped: configuration.scope({}),
    rows: { own, customer: [] },
  }
}

export const listOn = (
  api: Api,
  db: Database,
  args: Record<string, unknown>,
  own?: string,
  name?: string,
): Promise<ListAnswer> => list(callOn(api, db, args, own, name))
