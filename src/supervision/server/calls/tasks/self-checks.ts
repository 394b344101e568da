import { forbidden } from '../../../../server/answer/refusal.ts'
import { requiredArg, signedInUser, type Handler, type Handlers } from '../../../../server/call/context.ts'
import { choices } from '../../../../server/call/values.ts'
import type { TableRow } from '../../../../server/db/database.ts'
import { chinaTime } from '../../../../server/db/time.ts'
import { saveRecord } from '../../../../server/records/write/save.ts'
import type { LibrarySearch } from '../../search/library.ts'
import { heldAbout, withVerdicts, type CheckedCarrier } from '../../search/self-check.ts'

/** dictionaries/selfVerdict */
const UNLAWFUL = '1'

const searchOf = (values: TableRow | Record<string, unknown>): LibrarySearch => ({
  keyword: String(values['keyword'] ?? '').trim(),
  kinds: choices(values['scope']),
  platforms: choices(values['platforms']),
})

/** What is held about a subject; nothing is stored. */
const search: Handler = call => {
  requiredArg(call, 'keyword')
  return heldAbout(call, call.db, searchOf(call.args))
}

const rowsOf = (value: unknown): Partial<CheckedCarrier>[] =>
  (typeof value === 'string' ? JSON.parse(value) : (value ?? [])) as Partial<CheckedCarrier>[]

/**
 * Stores a self check: the server searches again and takes nothing but the verdicts from the form. Whoever reads it
 * sees who judged, so that nobody else judges in it.
 */
const save: Handler = call =>
  saveRecord(call, async ({ tx, before }, values) => {
    const user = signedInUser(call)
    if (before && before['by'] !== user.id) throw forbidden('只能修改自己的自查记录')
    const now = { ...before, ...values }
    const held = await heldAbout(call, tx, searchOf(now))
    const result = withVerdicts(held.result, rowsOf(now['result']))
    Object.assign(values, {
      ...held,
      result: JSON.stringify(result),
      hitCount: result.length,
      illegalCount: result.filter(({ verdict }) => verdict === UNLAWFUL).length,
      ...(before ? {} : { by: user.id, org: user.orgId, areaCode: user.areaCode, time: chinaTime() }),
    })
    return {}
  })

export const selfChecks: Handlers = { 'selfCheck.search': search, 'selfCheck.save': save }
