import { amongThese } from '../../../server/db/arrays.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { Refusal } from '../../../server/answer/refusal.ts'
import type { CompletedTransition } from '../../../server/call/context.ts'

const OFFICERS = ['leadOfficer', 'assistOfficer'] as const
const text = (value: unknown): string => String(value ?? '').trim()

/** Law on administrative punishment Art. 42: two officers, each with a certificate. */
export async function certifiedOfficers({ saving: { tx }, after }: CompletedTransition): Promise<TableRow> {
  const people = OFFICERS.map(name => text(after[name]))
  const found = await tx
    .selectFrom('user')
    .select(['id', 'nickName', 'certNo'])
    .where(amongThese('id', people))
    .execute()
  const errors = OFFICERS.flatMap((name): [string, string][] => {
    const person = found.find(({ id }) => id === text(after[name]))
    if (person && text(person['certNo']) !== '') return []
    return [[name, `${text(person?.['nickName'])}没有登记执法证号，不能办案：请在用户管理里登记，或另选`]]
  })
  if (errors.length > 0) throw new Refusal(400, errors.map(([, words]) => words).join('；'), Object.fromEntries(errors))
  return {}
}
