import { describe, expect, it } from 'vitest'
import { hashToken } from '../../../src/server/session/login.ts'
import { endsAt } from '../../../src/server/session/renewal.ts'
import type { Api } from '../support/api.ts'

const HOUR = 3600_000
const DAY = 24 * HOUR

export function renewalContract(api: () => Api): void {
  /** Where the end of a session stands after it was used. */
  const used = async (
    age: number,
    left: number,
  ): Promise<{ began: number; before: number; after: number; status: number; token: string }> => {
    const token = await api().token('huainan_datong')
    const [began, before] = [Date.now() - age, Date.now() + left]
    await api()
      .db.updateTable('sys_session')
      .set({ createdAt: began, expiresAt: before })
      .where('tokenHash', '=', hashToken(token))
      .execute()
    const { status } = await api().ask('GET', '/api-auth/oauth/userinfo', token)
    return { began, before, after: await endOf(token), status, token }
  }
  const endOf = async (token: string): Promise<number> =>
    Number(
      (
        await api()
          .db.selectFrom('sys_session')
          .select('expiresAt')
          .where('tokenHash', '=', hashToken(token))
          .executeTakeFirstOrThrow()
      )['expiresAt'],
    )

  describe('a session', () => {
    it('that is used lasts on, and is not written at every call', async () => {
      const { before, after, token } = await used(10 * HOUR, 2 * HOUR)
      expect(after - before).toBeGreaterThan(9 * HOUR)
      await api().ask('GET', '/api-auth/oauth/userinfo', token)
      expect(await endOf(token)).toBe(after)
    })

    it('that was given too long, because the clock was ahead, ends as if it had not been', async () => {
      const { after, status } = await used(HOUR, 3 * DAY)
      expect(status).toBe(200)
      expect(after - Date.now()).toBeLessThanOrEqual(12 * HOUR)
    })

    it('ends for good a week after it began, and at once when it has run out', async () => {
      const { began, after } = await used(6.9 * DAY, HOUR)
      expect(after).toBe(began + 7 * DAY)
      const over = await used(DAY, -1)
      expect([over.status, over.after]).toEqual([401, over.before])
      expect(endsAt(0, 8 * DAY)).toBe(7 * DAY)
    })
  })
}
