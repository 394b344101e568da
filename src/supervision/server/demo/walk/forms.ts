import type { SignedIn } from '../../../../server/access/signed-in.ts'
import type { TableRow } from '../../../../server/db/database.ts'
import type { Machine } from '../../../../core/workflow/machine.ts'
import type { Entity, FieldModel } from '../../../../server/db/tables/models.ts'
import { formFields } from '../../../../server/workflow/form.ts'

/** A form that somebody has before them. */
export interface Asked {
  machine: Machine
  code: string
  row: TableRow
  /** the state that shall come of it */
  to: string
  by: SignedIn | undefined
  at: number
}
/** What people of the demonstration write into forms. */
export interface Answering {
  /** the best answers to a field, first the likeliest; undefined: it is left empty */
  answers(asked: Asked, field: FieldModel): readonly unknown[] | undefined
  /** the same answers on another day: dates are relative to the day of the form */
  dated(form: TableRow, at: number): TableRow
}

const MOST = 24

/** A dictionary's or a flag's answer decides where a button leads; texts do not. */
const decides = ({ kind }: FieldModel): boolean => kind === 'dict' || kind === 'flag'

/**
 * Forms filled in so that a button may lead where it shall: the likeliest answers, then every other answer of one
 * field at a time, units before choices.
 */
export function* formsFor(
  { entity, answering }: { entity: Entity; answering: Answering },
  asked: Asked,
): Generator<TableRow> {
  const transition = asked.machine.transitions.get(asked.code)
  if (!transition) return
  const fields = formFields(entity, transition)
  const said = fields.flatMap(field => {
    const answers = answering.answers(asked, field)
    return answers === undefined || answers.length === 0 ? [] : [{ field, answers }]
  })
  const likeliest = Object.fromEntries(said.map(({ field, answers }) => [field.name, answers[0]])) as TableRow
  yield likeliest
  let tried = 0
  for (const { field, answers } of said.filter(one => decides(one.field))) {
    for (const answer of answers.slice(1)) {
      if (++tried > MOST) return
      yield { ...likeliest, [field.name]: answer as string }
    }
  }
}
