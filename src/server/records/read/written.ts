import { mayUnmask } from '../../access/field-rights.ts'
import { signedInUser, type CallContext } from '../../call/context.ts'
import type { TableRow } from '../../db/database.ts'
import { withoutNumbers } from './mask.ts'

/** Phone and identity numbers in what people wrote are for those alone who may see them. */
export function withoutPersons(call: CallContext, row: TableRow, fields: readonly string[]): TableRow {
  if (mayUnmask(signedInUser(call))) return row
  const hidden = fields.flatMap(name => (row[name] ? [[name, withoutNumbers(String(row[name]))]] : []))
  return { ...row, ...Object.fromEntries(hidden) }
}
