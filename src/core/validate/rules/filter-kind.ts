import { FIELD_TRAITS } from '../../model/field/traits.ts'
import type { FieldKind } from '../../model/documents.ts'
import { merge } from '../../overlay/merge.ts'
import { getEntry, getString, isFalse } from '../../source/node.ts'
import type { Origin } from '../../diagnostic/diagnostic.ts'
import type { MergedDocument } from '../facts/context.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'

/** Kinds that rows cannot be put in order by: structures, files and rules. */
export const cannotOrder = (kind: string | undefined): boolean =>
  kind !== undefined && Object.hasOwn(FIELD_TRAITS, kind) && FIELD_TRAITS[kind as FieldKind].filter === 'none'

export const filterKind: Rule = {
  code: 'filter-kind',
  about: {
    zh: '筛选和排序用的字段，类型能筛选、能排序（图片、文件、表格、规则不能）',
    en: 'Lists are filtered and ordered by fields of kinds that can be (images, files, tables and rules cannot)',
  },
  alone: true,
  check: (context, report) => {
    for (const document of context.of('page')) {
      if (getString(document.node, 'kind') !== 'list') continue
      checkFilters(document, report)
      for (const { what, name, origin } of document.facts.mentions)
        if (what === 'sort') checkSort(name, origin, document, report)
    }
  },
}

function checkFilters({ node, fields }: MergedDocument, report: RuleReport): void {
  const filters = getEntry(node, 'filters')?.value
  for (const [name, { keyOrigin, value }] of filters?.type === 'map' ? filters.entries : []) {
    const own = getEntry(fields, name)?.value
    if (!own || isFalse(value)) continue
    const kind = getString(value.type === 'map' ? merge(own, value) : own, 'kind')
    if (cannotOrder(kind))
      report({
        origin: keyOrigin,
        zh: `“${name}”的类型是 ${kind}，不能筛选`,
        en: `${name} is of the kind ${kind}: nothing can be filtered by it`,
      })
  }
}

function checkSort(sort: string, origin: Origin, { fields }: MergedDocument, report: RuleReport): void {
  for (const part of sort.split(',')) {
    const [name = ''] = part.trim().split(/\s+/)
    const kind = getString(getEntry(fields, name)?.value, 'kind')
    if (cannotOrder(kind))
      report({
        origin,
        zh: `“${name}”的类型是 ${kind}，不能按它排序`,
        en: `${name} is of the kind ${kind}: nothing can be ordered by it`,
      })
  }
}
