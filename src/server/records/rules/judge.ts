import { entityFor } from '../../access/field-rights.ts'
import type { Saving } from '../../call/context.ts'
import type { TableRow } from '../../db/database.ts'
import { ruleFields, ruleTarget } from './fields.ts'
import { ruleProblem } from './problem.ts'

/** Problems of the rules that a save writes, by field; one whose kind changes is judged again. */
export function ruleProblems({ call, entity, before }: Saving, values: TableRow): Record<string, string> {
  const after: TableRow = { ...before, ...values }
  return Object.fromEntries(
    entity.fields.flatMap((field): [string, string][] => {
      const kindField = field.rule?.kind ?? ''
      const text = after[field.name]
      const isWritten = field.name in values || kindField in values
      if (field.kind !== 'rule' || !isWritten || typeof text !== 'string' || text === '') return []
      const target = ruleTarget(call.entities(), field, after[kindField])
      if (!target) return [[field.name, `请先选${entity.byName.get(kindField)?.label ?? field.label}`]]
      const fields = ruleFields(entityFor(target, call.user))
      const problem = ruleProblem(text, fields, name => call.scoped.dictionary(name))
      return problem ? [[field.name, `${field.label}：${problem.message}（${problem.code}）`]] : []
    }),
  )
}
