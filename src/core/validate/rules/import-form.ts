import { fitsCell } from '../../contract/imports.ts'
import { importButton } from '../../compile/imports.ts'
import type { FieldKind } from '../../model/field/fields.ts'
import { getEntry, getString, isEmpty, originAt, toValue, type MapNode, type Node } from '../../source/node.ts'
import type { MergedDocument, RuleContext } from '../facts/context.ts'
import type { Rule } from '../facts/rule.ts'
import { fieldsOfForm } from './batch-fields.ts'
import { actionsIn, pageOfButton, says } from './buttons.ts'

export const importForm: Rule = {
  code: 'import-form',
  about: {
    zh: '列表导入表格（import）所按的按钮打开本实体的表单页，表单里必填的字段都能写在格子里；不能的列表写 import: false',
    en:
      'The button that a list imports by (import) opens a form of its entity, whose required fields fit into cells; '
      + 'a list that cannot says import: false',
  },
  alone: true,
  check: (context, report) => {
    for (const document of context.of('page')) {
      // of an entity that does not exist entity-exists tells
      if (getString(document.node, 'kind') !== 'list' || !document.fields) continue
      const problem = problemOf(document, context)
      if (problem) report(problem)
    }
  },
}

type Problem = { origin: ReturnType<typeof originAt>; zh: string; en: string }

const isTrue = (node: Node | undefined, word: string): boolean => {
  const value = getEntry(node, word)?.value
  return value?.type === 'scalar' && value.value === true
}

function problemOf(document: MergedDocument, context: RuleContext): Problem | undefined {
  const said = getEntry(document.node, 'import')?.value
  const isSaid = said !== undefined && !isEmpty(said)
  const name = importButton(said && toValue(said))
  if (name === undefined) return undefined
  const button = actionsIn(document.node).find(([one]) => one === name)?.[1]
  const origin = isSaid ? originAt(document.node, ['import']) : originAt(button ?? document.node, ['page'])
  if (!button || getString(button, 'page') === undefined || says(button, 'fields'))
    return isSaid
      ? {
          origin,
          zh: `本页没有打开表单的按钮 ${name}，不能导入`,
          en: `No button ${name} of this page opens a form: nothing can be imported`,
        }
      : undefined
  const form = pageOfButton(button, document, context)
  // link-target reports a page that does not exist
  return form && formProblem({ name, form, origin }, document)
}

function formProblem(
  { name, form, origin }: { name: string; form: MapNode; origin: Problem['origin'] },
  document: MergedDocument,
): Problem | undefined {
  const entity = getString(document.node, 'entity')
  if (getString(form, 'kind') !== 'form' || getString(form, 'entity') !== entity)
    return {
      origin,
      zh: `按钮 ${name} 打开的不是实体 ${entity} 的表单，不能按它导入；不导入的写 import: false`,
      en: `The button ${name} opens no form of ${entity} to import by; a list that does not import says import: false`,
    }
  const unfit = [...fieldsOfForm(form)].find(([field, asked]) =>
    isUnfit(document.fields?.entries.get(field)?.value, asked),
  )
  return unfit
    ? {
        origin,
        zh: `表单里必填的“${unfit[0]}”不能写在格子里，这个列表不能导入，请写 import: false`,
        en: `"${unfit[0]}", which the form requires, does not fit into a cell: write import: false`,
      }
    : undefined
}

/** Required of people, always, and of a kind that no cell holds. */
function isUnfit(own: Node | undefined, asked: Node): boolean {
  const kind = (getString(asked, 'kind') ?? getString(own, 'kind')) as FieldKind | undefined
  const isRequired = isTrue(asked, 'required') || (isTrue(own, 'required') && !says(asked, 'required'))
  const isGiven = isTrue(asked, 'disabled') || says(asked, 'computed') || says(asked, 'default')
  return kind !== undefined && isRequired && !isGiven && !fitsCell({ kind })
}
