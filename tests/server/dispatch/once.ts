import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { SUBMISSION_HEADER } from '../../../src/core/contract/api.ts'
import { sweep } from '../../../src/server/sweep/sweep.ts'
import { ended } from '../support/wait.ts'
import type { Answer, Api } from '../support/api.ts'
import { SUBJECT } from '../support/site.ts'

const SAVE = '/api-im/website/save'

/** A retry after an answer that got lost sends the number of before. */
export function onceContract(api: () => Api): void {
  let used = 0
  const site = (): { siteName: string } & Record<string, string> => {
    const domain = `once-${++used}.example`
    return { siteName: `只存一次${used}`, domain, siteUrl: `https://${domain}/`, siteType: '1', ...SUBJECT }
  }
  const send = async <T = string>(
    number: string,
    path: string,
    body: object,
    username = 'huainan_datong',
  ): Promise<Answer<T>> =>
    api().ask<T>('POST', path, await api().token(username), body, { [SUBMISSION_HEADER]: number })
  const stored = async ({ siteName }: { siteName: string }): Promise<number> =>
    (await api().db.selectFrom('website').select('uniqueId').where('siteName', '=', siteName).execute()).length
  const trail = async (): Promise<number> =>
    Number(
      (
        await api()
          .db.selectFrom('sys_audit')
          .select(({ fn }) => fn.countAll().as('n'))
          .executeTakeFirst()
      )?.['n'],
    )

  describe('what is sent twice under one number', () => {
    it('is done once and answered twice, also where both come at once', async () => {
      const [body, number] = [site(), randomUUID()]
      const first = await send(number, SAVE, body)
      const told = await trail()
      expect([first.status, await send(number, SAVE, body)]).toMatchObject([200, { status: 200, body: first.body }])
      expect([await stored(body), await trail()]).toEqual([1, told])
      const [other, same] = [site(), randomUUID()]
      const answers = await Promise.all(Array.from({ length: 5 }, () => send(same, SAVE, other)))
      expect(new Set(answers.map(({ status, body: { data } }) => `${status} ${data}`)).size).toBe(1)
      expect([answers[0]?.status, await stored(other)]).toEqual([200, 1])
      expect((await send(randomUUID(), SAVE, { ...other, domain: 'other.example' })).status).toBe(200)
    })

    it('is refused in words where it says something else, or comes for another call; another person has numbers of their own', async () => {
      const [body, number] = [site(), randomUUID()]
      const {
        body: { data: id },
      } = await send(number, SAVE, body)
      const changed = { ...body, siteName: '后来改过' }
      for (const [path, said] of [
        [SAVE, changed],
        ['/api-im/website/bury', { uniqueId: id, deadReason: '1' }],
      ] as const) {
        const {
          status,
          body: { resultMsg },
        } = await send(number, path, said)
        expect([status, resultMsg]).toEqual([422, expect.stringContaining('此前已经保存')])
      }
      expect(await stored(changed)).toBe(0)
      expect((await send(number, SAVE, site(), 'huainan_panji')).status).toBe(200)
    })

    it('is not remembered where it failed, and a refusal undoes no more than it ever does', async () => {
      const [body, number] = [site(), randomUUID()]
      expect((await send(number, SAVE, { ...body, siteType: '77' })).status).toBe(400)
      expect((await send(number, SAVE, body)).status).toBe(200)
      const failures = async (): Promise<number> =>
        Number(
          (
            await api()
              .db.selectFrom('sys_throttle')
              .select(({ fn }) => fn.sum('tries').as('n'))
              .executeTakeFirst()
          )?.['n'],
        )
      const before = await failures()
      const guess = await api().ask(
        'PUT',
        '/api-user/users/password',
        await api().token('gz_guiyang'),
        { oldPassword: 'Wrong2025', newPassword: 'Another2025' },
        { [SUBMISSION_HEADER]: randomUUID() },
      )
      expect(guess.body.msg).toBe('旧密码错误')
      expect(await failures()).toBeGreaterThan(before)
      for (const short of ['7', 'x'.repeat(200), 'with a space in it'])
        expect((await send(short, SAVE, body)).status, short).toBe(400)
    })

    it('begins a job once, whose work goes on when the request is over', async () => {
      const ids = await Promise.all([1, 2, 3].map(async () => (await send(randomUUID(), SAVE, site())).body.data ?? ''))
      const [batch, number] = [{ call: 'website.bury', args: { deadReason: '1' }, keys: ids }, randomUUID()]
      const begun = await Promise.all([1, 2].map(() => send<{ id: string }>(number, '/api-console/batches', batch)))
      const [id] = begun.map(({ body: { data } }) => data?.id ?? '')
      expect(begun.map(({ status, body: { data } }) => [status, data?.id])).toEqual([
        [200, id],
        [200, id],
      ])
      expect(await ended(api(), await api().token('huainan_datong'), '/api-console/batches', id ?? '')).toMatchObject({
        done: 3,
        ok: 3,
      })
    })

    it('keeps no answer that a copy of the database would tell, and none for longer than a day', async () => {
      const [number, rows] = [randomUUID(), () => api().db.selectFrom('sys_once').selectAll().execute()]
      const reset = await send<{ password: string }>(
        number,
        '/api-user/users/resetPassword',
        { id: 'user-huainan_panji' },
        'huainan_admin',
      )
      expect([
        reset.status,
        (await send(number, '/api-user/users/resetPassword', { id: 'user-huainan_panji' }, 'huainan_admin')).body.data,
      ]).toEqual([200, reset.body.data])
      const kept = JSON.stringify(await rows())
      for (const secret of [number, reset.body.data?.password ?? 'none', 'password']) expect(kept).not.toContain(secret)
      const forgotten = async (now: number): Promise<number> =>
        (
          await sweep(api().services, now, error => {
            throw error
          })
        ).traces
      expect(await forgotten(Date.now())).toBe(0)
      expect(await forgotten(Date.now() + 25 * 3600_000)).toBeGreaterThan(5)
      expect(await rows()).toEqual([])
    })
  })
}
