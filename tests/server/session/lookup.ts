import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { sessionStatement } from '../../../src/server/session/user.ts'
import type { Api } from '../support/api.ts'

/** What every request begins with. */
export function lookupContract(api: () => Api): void {
  describe('whose session it is', () => {
    it('goes from the session to its user, and never through all users', async () => {
      const lines = await api()
        .services.db.transaction()
        .execute(async db => {
          // as a plan that is made once for whatever is asked
          await sql`set local plan_cache_mode = force_generic_plan`.execute(db)
          // as with many users: these here stand on a few pages, which are read whole once they have been counted
          await sql`set local enable_seqscan = off`.execute(db)
          const { rows } = await sql<Record<string, string>>`explain ${sessionStatement(['nobody'])}`.execute(db)
          return rows.map(row => String(Object.values(row)[0]))
        })
      const at = (what: RegExp): number => lines.findIndex(line => what.test(line))
      expect(at(/ on sys_session/), lines.join('\n')).toBeGreaterThanOrEqual(0)
      expect(at(/ on "user"/), lines.join('\n')).toBeGreaterThan(at(/ on sys_session/))
      expect(lines[at(/ on "user"/)]).toContain('Index Scan using user_pkey')
    })
  })
}
