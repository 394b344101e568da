import { requiredOver } from '../../contract/form-rules.ts'
import type { FieldDoc } from '../../model/documents.ts'
import { allows, mayChange } from '../../model/roles.ts'
import { merge } from '../../overlay/merge.ts'
import { getEntry, isFalse, toValue, type MapNode, type Node } from '../../source/node.ts'
import type { RuleContext } from '../facts/context.ts'
import type { ScopeView } from '../facts/scope-view.ts'
import type { Person } from './people.ts'

/** A field that a form asks for, as the form and the entity say it together. */
export interface Asked extends Partial<FieldDoc> {
  visible?: unknown
  disabled?: unknown
}

/** The form's field over the entity's; undefined where the form leaves it out. */
export function askedField(own: Node | undefined, said: Node): Asked | undefined {
  if (isFalse(said)) return undefined
  const below = own?.type === 'map' ? own : undefined
  const merged = below && said.type === 'map' ? merge(below, said) : said.type === 'map' ? said : below
  const asked = (merged ? toValue(merged) : {}) as Asked
  const always = below ? (toValue(below) as Asked).required : undefined
  const required = requiredOver(always, asked.required)
  return required === undefined ? asked : { ...asked, required }
}

/** Whether everybody must always fill it in. */
export const isDemanded = ({ required, visible, computed, default: begins }: Asked): boolean =>
  required === true && visible === undefined && computed === undefined && begins === undefined

/** Whether a person sees the field in the form, where it can be filled in. */
export const mayAnswer = (field: Asked, { user }: Person): boolean =>
  allows(field.roles?.map(String), user) && mayChange({ ...field, ...rolesOf(field) }, user)

const rolesOf = ({ editRoles }: Asked): { editRoles?: string[] } =>
  editRoles ? { editRoles: editRoles.map(String) } : {}

export type Nothing = [zh: string, en: string]

/** Why there is nothing to choose from, for anybody. */
export function nothingToChoose(field: Asked, view: ScopeView, made: ReadonlySet<string>): Nothing | undefined {
  const { kind, dict, ref } = field
  if (kind === 'dict' && dict !== undefined && view.entries(dict)?.size === 0)
    return [`字典 ${dict} 没有一项可选`, `the dictionary ${dict} has no entry`]
  if (kind === 'ref' && ref !== undefined && view.names('entity').has(ref) && !made.has(ref))
    return [`没有页面、流程能产生“${ref}”的记录`, `no page and no workflow makes records of ${ref}`]
  return undefined
}

/** Entities of which records come to be: by calls that pages make, by transitions, or from elsewhere (views). */
export function madeEntities(context: RuleContext): ReadonlySet<string> {
  const made = new Set<string>()
  const called = new Set([...context.mentions('endpoint')].map(({ mention }) => mention.name))
  for (const { node } of context.of('endpoints')) {
    const endpoints = mapAt(node, 'endpoints')
    for (const [name, { value }] of endpoints?.entries ?? []) {
      if (!called.has(name) || value.type !== 'map') continue
      const { changes = [] } = toValue(value) as { changes?: string[] }
      for (const entity of changes) made.add(entity)
    }
  }
  for (const { facts } of context.of('workflow'))
    for (const { what, name } of facts.keys) if (what === 'createdEntity') made.add(name)
  for (const { node } of context.of('entity')) {
    const { entity, view } = toValue(node) as { entity?: string; view?: boolean }
    if (view === true && entity !== undefined) made.add(entity)
  }
  return made
}

export const mapAt = (node: MapNode, key: string): MapNode | undefined => {
  const value = getEntry(node, key)?.value
  return value?.type === 'map' ? value : undefined
}
