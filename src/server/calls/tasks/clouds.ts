import { sql } from 'kysely'
import { inScope } from '../../access/row-scope.ts'
import { chinaTime } from '../../db/time.ts'
import type { Saving } from '../generic/effects.ts'
import { signedInUser, type Handler } from '../context.ts'
import { every } from '../generic/listing.ts'
import { saveRecord } from '../generic/save.ts'

interface Found extends Record<string, unknown> { url?: unknown }

/** Which of these addresses stand in the library, as far as the person sees it. */
async function inLibrary({ call, tx }: Saving, urls: string[]): Promise<Set<string>> {
  const carrier = call.entities().get('carrier')
  if (!carrier || urls.length === 0) return new Set()
  const where = every([...inScope(carrier, call.rows), sql<boolean>`url in (${sql.join(urls)})`])
  const { rows } = await sql<{ url: string }>`select distinct url from carrier where ${where}`.execute(tx)
  return new Set(rows.map(({ url }) => url))
}

/** A search is kept with what it found; what is in the library already is marked. */
const save: Handler = call => saveRecord(call, async (saving, values) => {
  const results = typeof values['results'] === 'string' ? JSON.parse(values['results']) as Found[] : []
  if ('results' in values || !saving.before) {
    const known = await inLibrary(saving, results.map(one => String(one.url ?? '')))
    const marked = results.map(one => ({ ...one, inLibrary: known.has(String(one.url ?? '')) ? 1 : 0 }))
    Object.assign(values, { results: JSON.stringify(marked), resultCount: marked.length, saveCount: marked.filter(one => one.inLibrary === 1).length })
  }
  if (!saving.before) Object.assign(values, { by: signedInUser(call).id, time: chinaTime() })
  return {}
})

export const clouds: Record<string, Handler> = { 'cloud.save': save }
