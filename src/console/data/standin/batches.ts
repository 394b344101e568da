import type { ConsoleApp } from '../../app/app.ts'
import { fieldsOf, isText, textsIn } from '../../app/kept.ts'
import type { BackendFacts } from '../../../core/contract/backend.ts'
import type { Call } from '../../../core/contract/configuration.ts'
import { t } from '../../i18n/t.ts'
import { CallError } from '../http/errors.ts'
import { send, type Args } from '../http/http.ts'
import { lackOf, type Answer } from './answer.ts'

/** What became of one record, as the specification's batch tells it; code "1" is success. */
interface Result {
  key: string
  code: string
  msg: string
}

/**
 * A selection goes by the specification's batch where the call has one, and record by record otherwise. It is done when
 * it has been begun, so whoever asks how far it is gets its end.
 */
export function batchesBy(app: ConsoleApp, facts: BackendFacts): Record<string, Answer> {
  const ended = new Map<string, Result[]>()
  return {
    'batch.run': async args => {
      const keys = textsIn(args['keys'])
      const results = await resultsOf(app, facts, String(args['call']), keys, fieldsOf(args['args']))
      const id = String(ended.size + 1)
      ended.set(id, results)
      return { id, total: results.length }
    },
    'batch.state': async ({ id }) => {
      const results = ended.get(String(id)) ?? []
      const ok = results.filter(({ code }) => code === '1').length
      const { length } = results
      return { id, total: length, done: length, ok, finished: true, cancelled: false, results }
    },
  }
}

async function resultsOf(
  app: ConsoleApp,
  { calls, instead }: BackendFacts,
  name: string,
  keys: string[],
  args: Args,
): Promise<Result[]> {
  const own = calls[instead[name]?.call ?? name]
  const key = own?.key ?? 'id'
  const call: Call | undefined = calls[name]?.call ?? (own && { ...own.call, name })
  if (!call || keys.length === 0) throw lackOf({ ...NOTHING, name })
  if (instead[name]?.keys !== undefined) return entries(keys, await send(app, call, { ...args, [key]: keys }, SILENT))
  const results: Result[] = []
  for (const one of keys) results.push(await resultOf(one, send(app, call, { ...args, [key]: one }, SILENT)))
  return results
}

const SILENT = { quiet: true }
const NOTHING: Call = { name: '', method: 'POST', path: '', in: 'body', envelope: 'resultCode', changes: ['batch'] }

/** Entries stand in the order of the keys. */
function entries(keys: readonly string[], data: unknown): Result[] {
  const said = Array.isArray(data) ? data.map(fieldsOf) : []
  return keys.map((key, i) => {
    const { code = said.length === 0 ? '1' : '0', msg } = said[i] ?? {}
    return { key, code: String(code), msg: isText(msg) ? msg : t('原因不明') }
  })
}

async function resultOf(key: string, work: Promise<unknown>): Promise<Result> {
  try {
    await work
    return { key, code: '1', msg: '' }
  } catch (cause) {
    if (!(cause instanceof CallError) || cause.logout) throw cause
    return { key, code: '0', msg: cause.message }
  }
}
