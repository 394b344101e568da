import { sql } from 'kysely'
import { inScope } from '../../../../server/access/row-scope.ts'
import { chinaTime } from '../../../../server/db/time.ts'
import {
  requiredArg,
  signedInUser,
  textArg,
  type CallContext,
  type Handler,
  type Handlers,
  type Saving,
} from '../../../../server/call/context.ts'
import { every } from '../../../../server/records/read/plan-list.ts'
import { saveRecord } from '../../../../server/records/write/save.ts'
import { choices } from '../../../../server/call/values.ts'
import { badRequest } from '../../../../server/answer/refusal.ts'
import { idsIn, mayRead } from '../../../../server/attachments/register.ts'
import { askEngines } from '../../search/ask-engines.ts'
import { OWN_LIBRARY, ownEngine } from '../../search/own-engine.ts'

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

/** Carriers in the library that match a keyword and that the user may see. */
async function foundInLibrary({ call, tx }: Saving, keyword: string, kind: unknown): Promise<Found[]> {
  const ask = { keyword, kinds: choices(kind), areaCode: '', signal: new AbortController().signal }
  const found = await ownEngine.search(ask, { call: { ...call, db: tx }, file: [] })
  return found.map(one => ({ ...one }))
}

const MOST_BYTES = 5 * 1024 * 1024
const MOST_LINES = 5000

/** Rows of an uploaded file that the user may read; none without one. */
async function uploaded(call: CallContext): Promise<string[][]> {
  const [id] = idsIn(call.scoped.app.api.fileBase, call.args['file'])
  if (id === undefined) return []
  const content = (await mayRead({ ...call, user: signedInUser(call) }, id)) ? await call.files.open(id) : undefined
  if (!content) throw badRequest('数据文件不存在，请重新上传')
  const rows: string[][] = []
  const order = { mostBytes: MOST_BYTES, mostRows: MOST_LINES }
  for await (const some of call.heavy.run('csv.read', order, { input: content })) rows.push(...some)
  return rows
}

/** Asks the chosen engines and puts what they found behind what is there; nothing is stored. */
const search: Handler = async call => {
  const chosen = choices(requiredArg(call, 'engines'))
  const engines = (call.engines ?? [ownEngine]).filter(({ key }) => chosen.includes(key))
  if (engines.length === 0) throw badRequest('所选的搜索源没有接入，请把搜到的网址登记在下面')
  const told = (call.args['results'] ?? []) as Found[]
  const ask = { keyword: requiredArg(call, 'keyword'), kinds: choices(call.args['objectKind']) }
  const ground = { call, file: await uploaded(call) }
  const { results, failed } = await askEngines(engines, { ...ask, areaCode: textArg(call, 'areaCode') }, ground)
  const named = new Map((call.scoped.dictionary('searchEngine') ?? []).map(([key, label]) => [key, label]))
  const missing = chosen.filter(key => !engines.some(engine => engine.key === key))
  const words = (keys: string[], say: string): string[] =>
    keys.length === 0 ? [] : [`${keys.map(key => named.get(key) ?? key).join('、')}${say}`]
  return {
    results: [...told, ...results.filter(one => !told.some(({ url }) => url === one.url))],
    note: [`找到 ${results.length} 条`, ...words(failed, '没有答复'), ...words(missing, '没有接入')].join('，'),
  }
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

export const clouds: Handlers = { 'cloud.save': save, 'cloud.search': search }
