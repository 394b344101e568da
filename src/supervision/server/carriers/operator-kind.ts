import type { Hooks } from '../../../server/call/context.ts'
import type { TableRow } from '../../../server/db/database.ts'

/** What an operator is, and what its subject is: one fact in two fields. */
const [OWN, SUBJECT] = ['operatorKind', 'subjectType'] as const

/** The one that this save changes; where it changes both, or none, what is said of the operator itself. */
function said(before: TableRow | undefined, values: TableRow): unknown {
  const after: TableRow = { ...before, ...values }
  const changes = (name: string): boolean => name in values && values[name] !== (before?.[name] ?? null)
  const [first, second] = changes(SUBJECT) && !changes(OWN) ? [SUBJECT, OWN] : [OWN, SUBJECT]
  return after[first] || after[second]
}

/**
 * An operator within a platform is as much of a natural person as its subject is. Were one of the two left empty, its
 * name would be masked in one place and be read in full in the others: its subject's, the list of all carriers, and
 * clues, labels and libraries, which have but the subject's type from it.
 */
export const OPERATOR_HOOKS: Hooks = {
  beforeSave: ({ entity, before }, values) => {
    if (!entity.byName.has(OWN) || !entity.byName.has(SUBJECT)) return values
    const kind = said(before, values)
    return kind ? { ...values, [OWN]: kind as string, [SUBJECT]: kind as string } : values
  },
}
