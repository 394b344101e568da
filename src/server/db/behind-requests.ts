import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { giveWay, type Precedence } from '../time/background.ts'

/** The pool, whose connections background work gets when requests do not need them. */
export const behindRequests = (pool: PostgresPool, precedence: Precedence): PostgresPool => ({
  options: pool.options,
  connect: async () => {
    const pass = await giveWay(precedence)
    let client: PostgresPoolClient
    try {
      client = await pool.connect()
    } catch (error) {
      pass()
      throw error
    }
    const release: PostgresPoolClient['release'] = broken => {
      pass()
      client.release(broken)
    }
    return { ...client, release }
  },
  end: () => pool.end(),
})
