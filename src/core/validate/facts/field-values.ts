import { nearest } from '../../diagnostic/nearest.ts'
import { compileExpression } from '../../expression/index.ts'
import type { FieldKind } from '../../model/documents.ts'
import { FIELD_TRAITS, type ValueType } from '../../model/field/traits.ts'
import { readerOf } from '../../model/field/values.ts'
import { isExpression } from '../../model/field/written.ts'
import { getString, type MapNode, type Node, type ScalarNode } from '../../source/node.ts'
import type { RuleReport } from './rule.ts'
import type { ScopeView } from './scope-view.ts'

/** What a value looks like, in Chinese and English. */
const LOOKS: Partial<Record<ValueType, [zh: string, en: string]>> = {
  integer: ['整数', 'a whole number'],
  number: ['数', 'a number'],
  money: ['数', 'a number'],
  day: ['日期，如 2026-01-31', 'a day, such as 2026-01-31'],
  moment: ['时间，如 2026-01-31 08:30', 'a time, such as 2026-01-31 08:30'],
  flag: [' 0 或 1', '0 or 1'],
}

/** A day on which expressions are tried; whatever they give then, they give on every day. */
const TRIED = {
  today: '2026-01-31',
  at: { time: '2026-01-31 08:30:00' },
  user: { id: 'u', nickName: 'n', customerId: 'c', areaCode: '340400', areaLevel: 2, roles: [], orgId: 'o' },
  option: {},
}

/** What an expression gives as a literal; undefined where that depends on more than is known. */
function tried(text: string): unknown {
  try {
    return compileExpression(text)(TRIED)
  } catch {
    return undefined
  }
}

/** A value that a file writes for a field: a key of its dictionary, a state, or what its kind can be. */
export function checkValue(view: ScopeView, field: MapNode, given: Node | undefined, report: RuleReport): void {
  if (given?.type !== 'scalar') return
  const value = isExpression(given.value) ? { ...given, value: tried(given.value) as ScalarNode['value'] } : given
  if (value.value === null || value.value === undefined) return
  const keys = keysOf(view, field)
  if (keys) checkKey(keys, value, report)
  else checkKind(field, value, report)
}

/** The keys that a field of a dictionary or workflow can hold; undefined for every other field. */
export function keysOf(view: ScopeView, field: MapNode): { of: string; known: ReadonlySet<string> } | undefined {
  const workflow = getString(field, 'workflow')
  const of = getString(field, 'dict') ?? (workflow === undefined ? undefined : `workflow/${workflow}`)
  const known = of === undefined ? undefined : view.entries(of)
  return of === undefined || !known ? undefined : { of, known }
}

function checkKey({ of, known }: { of: string; known: ReadonlySet<string> }, value: ScalarNode, report: RuleReport) {
  const wrong = String(value.value)
    .split(',')
    .find(key => !known.has(key))
  if (wrong === undefined) return
  report({
    origin: value.origin,
    zh: of.startsWith('workflow/')
      ? `流程 ${of.slice('workflow/'.length)} 没有状态“${wrong}”`
      : `字典 ${of} 没有“${wrong}”`,
    en: of.startsWith('workflow/')
      ? `The workflow ${of.slice('workflow/'.length)} has no state "${wrong}"`
      : `The dictionary ${of} has no "${wrong}"`,
    suggestion: nearest(wrong, known),
  })
}

/** A value of a number, a day or a flag that its field cannot have. */
export function checkKind(field: MapNode, value: ScalarNode, report: RuleReport): void {
  const kind = getString(field, 'kind') as FieldKind | undefined
  const type = kind && FIELD_TRAITS[kind]?.value
  const looks = type && LOOKS[type]
  if (!kind || !looks || readerOf({ kind })(String(value.value)) !== undefined) return
  report({
    origin: value.origin,
    zh: `类型 ${kind} 的值须是${looks[0]}`,
    en: `A value of the kind ${kind} is ${looks[1]}`,
  })
}
