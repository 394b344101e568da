import { randomUUID } from 'node:crypto'
import { site } from '../ledger.ts'
import type { Person } from '../person.ts'
import { sleep } from '../report.ts'

/** Requests begin so often, whatever becomes of those before them: who waits for an answer measures too little. */
const EVERY_MS = 100

export interface Waited {
  count: number
  failed: number
  p50: number
  p99: number
  most: number
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

let saved = 0
const of = Date.now().toString(36)
const save = (person: Person) => {
  const body = site(`other-${of}-${saved++}`)
  return person.ask('POST', '/api-im/website/save', { body, key: randomUUID() })
}

/** What an office does all day: lists, who one is, a save now and then. */
export const ASKS: readonly ((person: Person) => Promise<{ status: number }>)[] = [
  person => person.list('/api-im/eshop/eshopList'),
  person => person.list('/api-im/website/websiteList', { siteName: '店' }),
  person => person.list('/api-im/eshop/eshopList', { pageNo: 3 }),
  person => person.ask('GET', '/api-auth/oauth/userinfo'),
  save,
]

/** Asks as others do until `work` is over, and tells how long they waited. */
export async function beside<T>(person: Person, work: Promise<T>): Promise<{ result: T; waited: Waited }> {
  const took: number[] = []
  const asking: Promise<void>[] = []
  let failed = 0
  let isOver = false
  const ending = work.finally(() => {
    isOver = true
  })
  ending.catch(() => undefined)
  for (let n = 0; !isOver; n++) {
    const began = performance.now()
    asking.push(
      (ASKS[n % ASKS.length] ?? save)(person)
        .then(
          ({ status }) => {
            if (status !== 200) failed++
          },
          () => {
            failed++
          },
        )
        .then(() => {
          took.push(performance.now() - began)
        }),
    )
    await sleep(EVERY_MS)
  }
  await Promise.all(asking)
  const sorted = took.sort((a, b) => a - b)
  const waited = { count: took.length, failed, p50: at(sorted, 0.5), p99: at(sorted, 0.99), most: sorted.at(-1) ?? 0 }
  return { result: await ending, waited }
}
