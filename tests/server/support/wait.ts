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

/** Asks until the job has ended; the test's own limit ends it. */
export async function ended(api: Api, token: string, path: string, id: string): Promise<Progress> {
  for (;;) {
    const { body } = await api.ask<Progress>('GET', `${path}?id=${id}`, token)
    if (body.data?.finished) return body.data
    await new Promise(resolve => setTimeout(resolve, 25))
  }
}

/** Until nothing works on in the background: whoever has begun it may begin only so many things at once. */
export const allEnded = ({ db }: Api): Promise<void> =>
  expect
    .poll(() => db.selectFrom('sys_job').select('id').where('finished', '=', 0).execute(), { interval: 20 })
    .toEqual([])
