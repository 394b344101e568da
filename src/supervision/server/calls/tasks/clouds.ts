import { sql } from 'kysely'
import { inScope } from '../../../../server/access/row-scope.ts'
import { chinaTime } from '../../../../server/db/time.ts'
import { signedInUser, type Handler, type Handlers, type Saving } from '../../../../server/call/context.ts'
import { every } from '../../../../server/records/read/plan-list.ts'
import { saveRecord } from '../../../../server/records/write/save.ts'
import { choices } from '../../../../server/call/values.ts'
import { findCarriers } from '../../search/library.ts'

interface Found extends Record<string, unknown> {
  url?: unknown
}

/** Which of these addresses belong to carriers that the user may see. */
async function inLibrary({ call, tx }: Saving, urls: string[]): Promise<Set<string>> {
  const carrier = call.entities().get('carrier')
  if (!carrier || urls.length === 0) return new Set()
  const where = every([...inScope(carrier, call.rows), sql<boolean>`url in (${sql.join(urls)})`])
  const { rows } = await sql<{ url: string }>`select distinct url from carrier where ${where}`.execute(tx)
  return new Set(rows.map(({ url }) => url))
}

/** dictionaries/searchEngine: the own library, the only one that the server can search */
const OWN_LIBRARY = '7'

/** Carriers in the library that match a keyword and that the user may see. */
async function foundInLibrary({ call, tx }: Saving, keyword: string, kind: unknown): Promise<Found[]> {
  const rows = await findCarriers(call, tx, { keyword, kinds: choices(kind) })
  return rows
    .filter(row => row['url'])
    .map(row => ({
      title: row['objectName'],
      url: row['url'],
      subject: row['subjectName'] ?? '',
      snippet: '',
      icp: '',
    }))
}

/** Stores a search with its results; carriers in the library are marked. */
const save: Handler = call =>
  saveRecord(call, async (saving, values) => {
    const kept = 'results' in values ? values['results'] : saving.before?.['results']
    const told = (typeof kept === 'string' ? JSON.parse(kept) : (kept ?? [])) as Found[]
    const now = { ...saving.before, ...values }
    const asksLibrary =
      choices(now['engines']).includes(OWN_LIBRARY)
      && ['keyword', 'engines', 'objectKind', 'results'].some(name => name in values)
    const own = asksLibrary ? await foundInLibrary(saving, String(now['keyword'] ?? ''), now['objectKind']) : []
    const results = [...told, ...own.filter(one => !told.some(({ url }) => url === one.url))]
    if ('results' in values || asksLibrary || !saving.before) {
      const known = await inLibrary(
        saving,
        results.map(one => String(one.url ?? '')),
      )
      const marked = results.map(one => ({ ...one, inLibrary: known.has(String(one.url ?? '')) ? 1 : 0 }))
      Object.assign(values, {
        results: JSON.stringify(marked),
        resultCount: marked.length,
        saveCount: marked.filter(one => one.inLibrary === 1).length,
      })
    }
    if (!saving.before) Object.assign(values, { by: signedInUser(call).id, time: chinaTime() })
    return {}
  })

export const clouds: Handlers = { 'cloud.save': save }
