import { labelKey, type Row } from '../../../../src/core/contract/api.ts'
import type { DictionaryEntries } from '../../../../src/core/contract/configuration.ts'
import type { DimensionModel } from '../../../../src/core/contract/statistics.ts'
import type { EntityModel, FieldModel, ScopedConfiguration } from '../../../../src/core/index.ts'
import type { WorkflowDoc } from '../../../../src/core/model/workflow.ts'

/** The unit and the person that everything waits for. */
export const UNIT = 'unit-1'
export const ABOVE = 'unit-0'
export const PERSON = '7'
export const AREA = '340402'

type Made = (field: FieldModel, n: number) => unknown
const first = (entries: DictionaryEntries | undefined, n: number): string =>
  entries?.[n % Math.max(1, entries.length)]?.[0] ?? ''

/** A value of each kind that any page can draw. */
const BY_KIND: Readonly<Record<string, Made>> = {
  int: (_field, n) => n + 1,
  decimal: (_field, n) => n + 0.5,
  money: (_field, n) => (n + 1) * 100,
  percent: () => 0.5,
  flag: () => 0,
  date: () => '2026-05-06',
  datetime: () => '2026-05-06 08:00:00',
  area: () => AREA,
  limit: (_field, n) => `2026-12-${10 + (n % 20)} 18:00:00`,
  ref: () => '',
  file: () => '',
  image: () => '',
  table: () => [],
  url: (_field, n) => `https://shop-${n}.example.com/`,
}

function valueOf(scoped: ScopedConfiguration, field: FieldModel, n: number): unknown {
  if (field.dict !== undefined) return first(scoped.dictionary(field.dict), n)
  if (field.workflow !== undefined) return Object.keys(scoped.workflow(field.workflow)?.states ?? {})[0]
  return (BY_KIND[field.kind] ?? (() => `${field.label}${n + 1}`))(field, n)
}

export function rowOf(scoped: ScopedConfiguration, entity: EntityModel, n: number): Row {
  const fields = entity.fields.flatMap(field => [
    ...(field.kind === 'area' ? [[labelKey(field.name), '大通区']] : []),
    [field.name, valueOf(scoped, field, n)],
  ])
  return { ...Object.fromEntries(fields), [entity.key]: `${entity.name}-${n + 1}` }
}

/** Keys and labels of a dimension's groups: all that a dictionary has, towns, months, or any three. */
export function groupsOf(scoped: ScopedConfiguration, dimension: DimensionModel | undefined): [string, string][] {
  const { dict, kind } = dimension ?? {}
  if (dict !== undefined) return (scoped.dictionary(dict) ?? []).map(([key, label]) => [key, label])
  const three = [1, 2, 3]
  if (kind === 'area') return three.map(n => [`${AREA}00${n}`, `第${n}镇`])
  if (kind === 'time') return three.map(n => [`2026-0${n}`, `${n}月`])
  return three.map(n => [`group-${n}`, `第${n}组`])
}

/** Clues in the states of the workflow, two in each, all with the unit. */
export const cluesIn = (scoped: ScopedConfiguration, entity: EntityModel, { states }: WorkflowDoc): Row[] =>
  Object.keys(states)
    .toSorted()
    .flatMap(state => [state, state])
    .map((state, n) => ({
      ...rowOf(scoped, entity, n),
      resultStatus: state,
      clueNo: `XS-${state}-${n % 2}`,
      objectName: `${state}号网店${n % 2}`,
      curOrg: UNIT,
      curOrgName: '大通大队',
      sendOrg: ABOVE,
      sendOrgName: '淮南市局',
      createBy: PERSON,
      finishState: Number(state) >= 60 ? 1 : 0,
      overdue: 0,
    }))

/** Where a transition leads, and whether it begins there; the backend judges by the states alone. */
export function stepFrom({ transitions, states }: WorkflowDoc, state: string, action: string): { to: string } | string {
  const step = transitions?.[action]
  if (!step) return `没有“${action}”这个操作`
  if (!step.from.map(String).includes(state)) {
    const named = states[state]
    return `线索已是“${named ? named.label : state}”，不能${step.label}`
  }
  return { to: String(step.to ?? state) }
}
