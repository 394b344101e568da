import { nearest } from '../../diagnostic/nearest.ts'
import { merge } from '../../overlay/merge.ts'
import { getEntry, getNode, getString, isFalse, type MapNode, type Node } from '../../source/node.ts'
import type { KeyUse } from '../facts/facts.ts'
import { checkValue, keysOf } from '../facts/field-values.ts'
import type { MergedDocument } from '../facts/merged.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'
import type { ScopeView } from '../facts/scope-view.ts'

/** Keys of a field that hold one of its own values. */
const VALUE_KEYS = ['default', 'onSave', 'unlisted']
export const fieldValue: Rule = {
  code: 'field-value',
  about: {
    zh: 'default、onSave、unlisted 和 mask.filters 写的是字段的取值：字典里的代码、流程的状态，数、日期与类型相合，不是已停用的；all 写的不是',
    en:
      'default, onSave, unlisted and mask.filters hold a value of the field: a key of its dictionary, a state, a '
      + 'fitting number or day, none that is retired; all holds none',
  },
  alone: true,
  check: (context, report) => {
    for (const document of context.documents) {
      for (const use of document.facts.keys) checkField(document, use, report)
    }
  },
}

function checkField(document: MergedDocument, use: KeyUse, report: RuleReport): void {
  const inherited = use.what === 'ownField' ? undefined : getEntry(document.fields, use.name)?.value
  const field = inherited && !isFalse(inherited) ? merge(inherited, use.value) : use.value
  if (field.type !== 'map') return
  for (const key of VALUE_KEYS) {
    const given = getEntry(use.value, key)?.value
    checkValue(document.view, field, given, report)
    checkRetired(document.view, field, given, report)
  }
  checkAll(document, field, getEntry(use.value, 'all')?.value, report)
  const filters = getNode(use.value, ['mask', 'filters'])
  if (filters?.type === 'map') checkFilters(document, filters, report)
}

/** A new record is given nothing that nobody may choose. */
function checkRetired(view: ScopeView, field: MapNode, given: Node | undefined, report: RuleReport): void {
  const dictionary = getString(field, 'dict')
  if (dictionary === undefined || given?.type !== 'scalar') return
  const key = String(given.value)
  if (view.isRetired(dictionary, key))
    report({
      origin: given.origin,
      zh: `字典 ${dictionary} 的“${key}”已停用，不能再给新记录`,
      en: `"${key}" of the dictionary ${dictionary} is retired: no new record can be given it`,
    })
}

/** What stands for all choices in a filter must not be one of them, or these could not be looked for. */
function checkAll(document: MergedDocument, field: MapNode, all: Node | undefined, report: RuleReport): void {
  if (all?.type !== 'scalar') return
  const keys = keysOf(document.view, field)
  if (!keys)
    report({
      origin: all.origin,
      zh: 'all 只用于有字典或流程的字段',
      en: 'Only a field of a dictionary or a workflow has all',
    })
  else if (keys.known.has(String(all.value)))
    report({
      origin: all.origin,
      zh: `${keys.of} 有“${String(all.value)}”这一项，它不能又表示全部`,
      en: `${keys.of} has an entry "${String(all.value)}", which cannot mean all as well`,
    })
}

/** The values that make a mask hold are other fields' values. */
function checkFilters(document: MergedDocument, when: MapNode, report: RuleReport): void {
  for (const [name, { keyOrigin, value }] of when.entries) {
    const other = getEntry(document.fields, name)?.value
    if (other?.type === 'map')
      for (const item of value.type === 'list' ? value.items : [value]) checkValue(document.view, other, item, report)
    else
      report({
        origin: keyOrigin,
        zh: `mask.filters 写的 ${name} 不是本实体的字段`,
        en: `${name} in mask.filters is no field of this entity`,
        suggestion: document.fields && nearest(name, document.fields.entries.keys()),
      })
  }
}
