import type { CompletedTransition, Hooks } from '../../../server/call/context.ts'
import type { Database, TableRow } from '../../../server/db/database.ts'

/** Whose record holds the subject: a clue's key comes first, because a case has its clue's. */
const ABOUT = [
  { field: 'resultId', entity: 'illegalResult', key: 'resultId' },
  { field: 'caseId', entity: 'case', key: 'id' },
] as const

/** The subject that evidence is of: that of its clue, or of its case. */
async function subjectOf(tx: Database, evidence: TableRow): Promise<TableRow> {
  for (const { field, entity, key } of ABOUT) {
    const of = evidence[field]
    if (typeof of !== 'string' || of === '') continue
    const row = await tx.selectFrom(entity).select('uscc_dim').where(key, '=', of).executeTakeFirst()
    if (row?.['uscc_dim']) return { uscc_dim: row['uscc_dim'] }
  }
  return {}
}

/** dictionaries/subjectType */
const NATURAL_PERSON = '4'

/** Whether the thing is called what a natural person is called: its name is then as personal as that of its subject. */
export const isOfPerson = ({ objectName, subjectName, subjectType }: TableRow): boolean =>
  subjectType === NATURAL_PERSON && Boolean(objectName) && objectName === subjectName

export const EVIDENCE_HOOKS: Hooks = {
  beforeSave: async ({ entity, tx, before }, values) => {
    if (entity.name !== 'evidence') return values
    const after = { ...before, ...values }
    return { ...values, ...(await subjectOf(tx, after)), ofPerson: isOfPerson(after) ? 1 : 0 }
  },
}

/** Effect of the buttons that give evidence to a clue or a case. */
export const keepSubject = ({ saving, after }: CompletedTransition): Promise<TableRow> => subjectOf(saving.tx, after)
