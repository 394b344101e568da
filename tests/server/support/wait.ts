import { expect } from 'vitest'
import type { Api } from './api.ts'

export interface Progress {
  id: string
  total: number
  done: number
  ok: number
  finished: boolean
  cancelled: boolean
  error?: string
  results: { key: string; code: string; msg: string }[]
}

/**
 * What the server says of the job once it has ended; the test's own limit ends the waiting, in which the table is looked
 * at: a request takes ten times as long.
 */
export async function ended(api: Api, token: string, path: string, id: string): Promise<Progress> {
  for (;;) {
    const job = await api.db.selectFrom('sys_job').select('finished').where('id', '=', id).executeTakeFirst()
    const { body } = job?.finished === 0 ? {} : await api.ask<Progress>('GET', `${path}?id=${id}`, token)
    if (body?.data?.finished) return body.data
    await new Promise(resolve => setTimeout(resolve, 25))
  }
}

/** Until nothing works on in the background: whoever has begun it may begin only so many things at once. */
export const allEnded = ({ db }: Api): Promise<void> =>
  expect
    .poll(() => db.selectFrom('sys_job').select('id').where('finished', '=', 0).execute(), { interval: 20 })
    .toEqual([])
