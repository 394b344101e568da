import { randomUUID } from 'node:crypto'
import { OUTCOME_UNKNOWN } from '../../src/core/contract/api.ts'
import type { Database } from '../../src/server/db/database.ts'
import type { FileStore } from '../../src/server/files/store.ts'
import { SUBJECT } from '../../tests/server/support/site.ts'
import type { Person, Reply } from './person.ts'

interface Save {
  name: string
  key: string
}
export const site = (name: string): object => ({
  siteName: name,
  domain: `${name}.example`,
  siteUrl: `https://${name}.example/`,
  siteType: '1',
  areaCode: '340402',
  ...SUBJECT,
})

const isUnsure = ({ body }: Reply): boolean =>
  (body.data as { reason?: string } | undefined)?.reason === OUTCOME_UNKNOWN

/** Records requests and answers: what the database must contain in the end. */
export class Ledger {
  readonly acknowledged = new Map<string, string>()
  readonly uploads: string[] = []
  /** sent but not answered, or not surely; repeated with the same idempotency key, as a console does */
  #open: Save[] = []
  refused: Reply[] = []
  #count = 0
  readonly #of = Date.now().toString(36)

  get unanswered(): number {
    return this.#open.length
  }

  async #send(person: Person, save: Save): Promise<Reply<string> | undefined> {
    const reply = await person
      .ask<string>('POST', '/api-im/website/save', { body: site(save.name), key: save.key })
      .catch(() => undefined)
    // these saves are valid and write to no common record, so a 400 is a defect
    if (reply?.status === 400) throw new Error(`A save that is right was refused: ${JSON.stringify(reply.body)}`)
    if (reply?.status === 200) this.acknowledged.set(save.name, String(reply.body.data))
    else if (reply && !isUnsure(reply)) this.refused.push(reply)
    else this.#open.push(save)
    return reply
  }

  save(person: Person): Promise<Reply<string> | undefined> {
    return this.#send(person, { name: `c${this.#of}-${this.#count++}`, key: randomUUID() })
  }

  /** Repeats unanswered saves: some may have been done, and none may be done twice. */
  async again(person: Person): Promise<void> {
    for (const save of this.#open.splice(0)) await this.#send(person, save)
  }

  /** Several users at once, each with one request after another, until stopped. */
  writers(people: Person[]): { stop(): Promise<void> } {
    let isStopped = false
    const work = people.map(async person => {
      while (!isStopped) {
        const reply = await this.save(person)
        if (reply?.status !== 200) await new Promise(resolve => setTimeout(resolve, 50))
      }
    })
    return {
      stop: async () => {
        isStopped = true
        await Promise.all(work)
      },
    }
  }

  /** Waits for this number of further acknowledgements: the server works (again). */
  async more(count: number, within = 60_000): Promise<void> {
    const wanted = this.acknowledged.size + count
    for (const end = Date.now() + within; this.acknowledged.size < wanted;) {
      if (Date.now() > end)
        throw new Error(
          `${this.acknowledged.size - wanted + count} of ${count} saves in ${within / 1000} s; the last refusal: ${JSON.stringify(this.refused.at(-1)?.body ?? 'none')}`,
        )
      await new Promise(resolve => setTimeout(resolve, 20))
    }
  }
}

export interface Losses {
  lost: number
  half: number
  twice: number
  uploads: number
}
export const noLosses: Losses = { lost: 0, half: 0, twice: 0, uploads: 0 }

/** Compares the database with the acknowledged saves: each must be in the rows and in the audit trail exactly once. */
export async function compare(
  db: Database,
  files: FileStore,
  { acknowledged, uploads }: Pick<Ledger, 'acknowledged' | 'uploads'>,
): Promise<Losses> {
  const rows = await db.selectFrom('website').select(['uniqueId', 'siteName']).execute()
  const trail = new Set(
    (await db.selectFrom('sys_audit').select('objectId').where('action', '=', 'website.save').execute()).map(row =>
      String(row['objectId']),
    ),
  )
  const kept = new Map(rows.map(row => [String(row['uniqueId']), String(row['siteName'])]))
  const names = rows.map(row => String(row['siteName'])).filter(name => name.startsWith('c'))
  const bytes = await Promise.all(
    uploads.map(async id => {
      const content = await files.open(id)
      content?.destroy()
      const row = await db.selectFrom('sys_file').select('id').where('id', '=', id).executeTakeFirst()
      return content !== undefined && row !== undefined
    }),
  )
  return {
    lost: [...acknowledged].filter(([name, id]) => kept.get(id) !== name).length,
    half: [...kept.keys()].filter(id => !trail.has(id)).length + [...trail].filter(id => !kept.has(id)).length,
    twice: names.length - new Set(names).size,
    uploads: bytes.filter(isThere => !isThere).length,
  }
}
