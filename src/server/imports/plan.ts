import { isFilledIn } from '../../core/contract/imports.ts'
import { isRetired } from '../../core/model/field/retired.ts'
import type { DictionaryEntries, FormField, FormPage, ListPage } from '../../core/contract/configuration.ts'
import { isExpression, memberPaths } from '../../core/expression/index.ts'
import { pageFor } from '../../core/contract/page-rights.ts'
import { reachOf } from '../access/reach.ts'
import { badRequest, forbidden } from '../answer/refusal.ts'
import { othersOf, requiredArg, signedInUser, textArg, type CallContext } from '../call/context.ts'
import type { Entity } from '../db/tables/models.ts'
import { evaluating } from '../records/write/judge-fields.ts'

/** One column of the template: a field of the form. */
export interface ImportColumn {
  field: FormField
  heading: string
  entries: DictionaryEntries | undefined
}
/** What a list imports, as its form says it and as this person may fill it in. */
export interface ImportPlan {
  page: ListPage
  /** the call of the form, made for each row */
  call: string
  entity: Entity
  /** values that the button itself sets, and no column brings */
  known: Record<string, unknown>
  columns: ImportColumn[]
  translate(text: string): string
}

/** A list within reach that imports, and the form that its button opens. */
function pagesOf(call: CallContext): { page: ListPage; form: FormPage } {
  const user = signedInUser(call)
  const { pages } = reachOf(call.scoped, user)
  const seen = (route: string) => {
    const page = pages.has(route) ? call.scoped.page(route) : undefined
    return page && pageFor(page, user, other => pages.has(other))
  }
  const page = seen(requiredArg(call, 'route').replace(/^\/+/, ''))
  if (page?.kind !== 'list') throw forbidden()
  const form = page.import && seen(page.import.page)
  if (form?.kind !== 'form') throw forbidden('该列表不允许导入')
  return { page, form }
}

/** What the button puts into the address of the form, by the fields that the form begins with it. */
function knownValues(call: CallContext, { import: said }: ListPage, { prefill = {} }: FormPage): ImportPlan['known'] {
  const evaluate = evaluating(call, () => undefined, new Map())
  const args = said?.args ?? {}
  return Object.fromEntries(
    Object.entries(prefill).flatMap(([field, name]) => {
      const value = isExpression(args[name]) ? evaluate(args[name]) : args[name]
      return value === undefined || value === null || value === '' ? [] : [[field, value]]
    }),
  )
}

/** A field whose condition reads nothing but what the button sets, and is false then, never shows in these rows. */
function mayShow(call: CallContext, { visible }: FormField, known: ImportPlan['known']): boolean {
  if (visible === undefined) return true
  const read = memberPaths(visible).filter(([root]) => root === 'values')
  if (read.length === 0 || read.some(([, name]) => name === undefined || !(name in known))) return true
  return evaluating(call, name => known[name], new Map())(visible) === true
}

function columnsOf(call: CallContext, form: FormPage, plan: Omit<ImportPlan, 'columns'>): ImportColumn[] {
  const all = form.sections.flatMap(section =>
    section.fields
      .filter(field => isFilledIn(field) && field.name !== plan.entity.key && !(field.name in plan.known))
      .filter(field => mayShow(call, field, plan.known))
      .map(field => ({ field, section: plan.translate(section.label) })),
  )
  const label = (field: FormField): string => plan.translate(field.label)
  return all.map(({ field, section }) => {
    const isTwice = all.filter(one => label(one.field) === label(field)).length > 1
    const name = isTwice ? `${section}-${label(field)}` : label(field)
    const unit = field.unit === undefined ? '' : plan.translate(field.unit)
    return {
      field,
      heading: unit === '' || name.includes(unit) ? name : `${name}（${unit}）`,
      entries:
        field.dict === undefined ? undefined : call.scoped.dictionary(field.dict)?.filter(entry => !isRetired(entry)),
    }
  })
}

/**
 * Reads which list is imported into, and what its form lets this person fill in. Throws a Refusal for whoever may not
 * make the form's call.
 */
export function importPlan(call: CallContext): ImportPlan {
  const { page, form } = pagesOf(call)
  const { endpoint } = othersOf(call).open(form.call.name, {}, call.user)
  const entity = call.entities().get(endpoint.entity ?? '')
  if (!entity) throw forbidden('该列表不允许导入')
  const texts = call.scoped.texts(textArg(call, 'lang') || call.scoped.app.language)
  const translate = (text: string): string => (Object.hasOwn(texts, text) ? (texts[text] ?? text) : text)
  const plan = { page, call: form.call.name, entity, known: knownValues(call, page, form), translate }
  const columns = columnsOf(call, form, plan)
  if (columns.length === 0) throw badRequest('新增表单里没有您可以填写的字段')
  return { ...plan, columns }
}
