import type { Ground, Kind } from '../ground.ts'
import type { Ledger } from '../ledger.ts'
import type { Person } from '../person.ts'
import { expect, until } from '../report.ts'

/** A fault, with checks of the product's behaviour while it lasts. Afterwards everything must work again by itself. */
export interface Fault {
  name: string
  /** databases on which it can happen; both when left out */
  on?: Kind
  /** needs a mounted folder, and so root */
  mounts?: boolean
  run(ground: Ground): Promise<void>
}

/** Runs users during the fault; resolves when saves are acknowledged again afterwards. */
export async function underLoad(
  { ledger, person }: Ground,
  trouble: (ledger: Ledger) => Promise<void>,
  people = 4,
): Promise<void> {
  ledger.refused = []
  const writing = ledger.writers(Array<Person>(people).fill(person))
  try {
    await ledger.more(10)
    await trouble(ledger)
    await ledger.more(10)
  } finally {
    await writing.stop()
  }
}

/** Checks that every refusal was a temporary one with a message: no internals, no sign-out. */
export function expectWords({ refused }: Ledger): void {
  const strange = refused.find(
    ({ status, body }) => status !== 503 || !/请稍后重试|请重试|磁盘空间不足|请联系管理员/.test(body.resultMsg ?? ''),
  )
  expect(strange === undefined, `refused with ${strange?.status} ${strange?.body.resultMsg}`)
}

export const answersWithin = async (person: Person, ms: number): Promise<number> =>
  (await person.ask('GET', '/api-auth/oauth/userinfo', { patience: ms })).status

/** Checks that the server refuses to start, with a reason. */
export async function refusedInWords(
  start: Promise<{ code: number | null; output: string }>,
  words: RegExp,
): Promise<void> {
  const { code, output } = await start
  expect(code !== 0 && words.test(output), `ended with ${code}: ${output.slice(-300)}`)
  expect(!/\n\s+at .*\.(ts|js):\d+/.test(output), `a stack where words belong: ${output.slice(-300)}`)
}

export interface Progress {
  id: string
  total: number
  done: number
  ok: number
  finished: boolean
  cancelled: boolean
  error?: string
  results: { key: string; msg: string }[]
}

/** Creates records of this fault's own, each saved once. */
export async function freshKeys({ ledger, person }: Ground, count: number): Promise<string[]> {
  const keys: string[] = []
  while (keys.length < count) {
    const reply = await ledger.save(person)
    if (reply?.body.data) keys.push(reply.body.data)
  }
  return keys
}

export async function startBatch({ person }: Ground, remark: string, keys: string[]): Promise<string> {
  const { body } = await person.ask<{ id: string }>('POST', '/api-console/batches', {
    body: { call: 'website.save', args: { remark }, keys },
  })
  if (!body.data) throw new Error(`no batch: ${body.resultMsg}`)
  return body.data.id
}

export async function progressOf(person: Person, id: string, what = 'batches'): Promise<Progress | undefined> {
  const reply = await person
    .ask<Progress>('GET', `/api-console/${what}?id=${id}`, { patience: 10_000 })
    .catch(() => undefined)
  return reply?.status === 200 ? reply.body.data : undefined
}

export const some = (person: Person, id: string, count: number): Promise<void> =>
  until(`${count} rows of the batch`, async () => ((await progressOf(person, id))?.done ?? 0) >= count)

/**
 * Waits for the end of a batch and checks that each row was done exactly once: each record has then been saved twice.
 */
export async function expectOnce({ person }: Ground, id: string, keys: string[]): Promise<void> {
  await until('the batch ends', async () => (await progressOf(person, id))?.finished === true, 120_000)
  const end = await progressOf(person, id)
  expect(
    end?.done === keys.length && end.ok === keys.length,
    `told of ${end?.done} done, ${end?.ok} well of ${keys.length}: ${end?.error ?? end?.results[0]?.msg ?? ''}`,
  )
  const saves = await Promise.all(keys.map(key => savesOf(person, key)))
  const wrong = saves.filter(count => count !== 2).length
  expect(wrong === 0, `${wrong} of ${keys.length} rows were not done once`)
}

async function savesOf(person: Person, key: string): Promise<number> {
  const { body } = await person.ask<unknown[]>('GET', `/api-console/history?entity=website&key=${key}`)
  return body.data?.length ?? 0
}
