import { conditionHolds } from '../../../../core/expression/index.ts'
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
  const seen = (form: TableRow): TableRow => onlyShown(fields, asked.row, form)
  yield seen(likeliest)
  let tried = 0
  for (const { field, answers } of said.filter(one => decides(one.field))) {
    for (const answer of answers.slice(1)) {
      if (++tried > MOST) return
      yield seen({ ...likeliest, [field.name]: answer as string })
    }
  }
}

/** Nobody fills in what a form does not show for what else stands in it. */
function onlyShown(fields: ReturnType<typeof formFields>, row: TableRow, form: TableRow): TableRow {
  const context = { row, values: { ...row, ...form }, form }
  const hidden = new Set(
    fields
      .filter(({ visible }) => typeof visible === 'string' && !conditionHolds(visible, context))
      .map(({ name }) => name),
  )
  return Object.fromEntries(Object.entries(form).filter(([name]) => !hidden.has(name))) as TableRow
}
