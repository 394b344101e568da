import { sql } from 'kysely'
import type { TableRow } from '../../../../server/db/database.ts'
import type { Entity, FieldModel } from '../../../../server/db/tables/models.ts'
import { isHiddenIn } from '../../../../server/access/field-rights.ts'
import { idsIn } from '../../../../server/attachments/register.ts'
import {
  entityOfCall,
  requiredArg,
  type CallContext,
  type Handler,
  type Handlers,
} from '../../../../server/call/context.ts'
import { recordInScope } from '../../../../server/records/read/record.ts'
import { choices } from '../../../../server/call/values.ts'

interface ClueFile {
  url: string
  name: string
  of: string
  time: string
  sha256: string
  size: number
}

const isFile = ({ kind }: FieldModel): boolean => kind === 'file' || kind === 'image'

/** File name: the last part of the address. */
function nameOf(url: string): string {
  const last = url.split('/').at(-1) ?? url
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

/** Files named in a row, with the field's label; for our own files also hash and size. */
async function filesOf(call: CallContext, entity: Entity, row: TableRow, time: unknown): Promise<ClueFile[]> {
  const base = call.scoped.app.api.fileBase
  const named = entity.fields
    .filter(field => isFile(field) && !isHiddenIn(field, row))
    .flatMap(field => choices(row[field.name]).map(url => ({ url, of: field.label })))
  const ids = named.flatMap(({ url }) => idsIn(base, url))
  const known =
    ids.length === 0
      ? []
      : await call.db.selectFrom('sys_file').select(['id', 'name', 'sha256', 'size']).where('id', 'in', ids).execute()
  return named.map(({ url, of }) => {
    const file = known.find(one => idsIn(base, url).includes(String(one['id'])))
    return {
      url,
      of,
      time: String(time ?? ''),
      name: String(file?.['name'] ?? nameOf(url)),
      sha256: String(file?.['sha256'] ?? ''),
      size: Number(file?.['size'] ?? 0),
    }
  })
}

const clueOf = (call: CallContext): Promise<TableRow> =>
  recordInScope(call.db, call, entityOfCall(call), requiredArg(call, 'resultId'))

/** Evidence of a clue. */
const evidence: Handler = async call => {
  const clue = await clueOf(call)
  return filesOf(
    call,
    { ...entityOfCall(call), fields: entityOfCall(call).fields.filter(({ name }) => name === 'evidenceIds') },
    clue,
    clue['foundTime'],
  )
}

/** All files of a clue: its own, those of its route and those of its processing. */
const files: Handler = async call => {
  const clue = await clueOf(call)
  const found = [await filesOf(call, entityOfCall(call), clue, clue['foundTime'])]
  for (const [name, time] of [
    ['clueRoute', 'actTime'],
    ['processRecord', 'createTime'],
  ] as const) {
    const entity = call.entities().get(name)
    if (!entity) continue
    const { rows } = await sql<TableRow>`select * from ${sql.table(name)} where "resultId" = ${String(clue['resultId'])}
        order by ${sql.ref(time)}`.execute(call.db)
    for (const row of rows) found.push(await filesOf(call, entity, row, row[time]))
  }
  const seen = new Set<string>()
  return found.flat().filter(({ url }) => !seen.has(url) && seen.add(url))
}

export const clueFiles: Handlers = { 'clue.evidence': evidence, 'clue.files': files }
