import type { ConsoleApp } from '../app/app.ts'
import type { ChoiceAnswer, ChoiceRow } from '../../core/contract/api.ts'
import type { FieldFacts } from '../../core/contract/configuration.ts'
import { product, type ChoiceSource } from '../product/product.ts'
import { ORG_BY_PARENT, ORG_TREE, ROLE_LIST } from './calls/session-calls.ts'
import { currentConfig } from './config/config.ts'
import { send } from './http/http.ts'
import { CHOICES_LIST } from './calls/own-calls.ts'

/**
 * `name`: text once it is chosen; `label`: text in the list, with indentation or a note that tells equal names apart.
 */
export interface Choice {
  value: string
  label: string
  name: string
}
export interface Choices {
  list: Choice[]
  /** there are more choices, which the server finds by text */
  more: boolean
}
type Node = Record<string, unknown> & { children?: Node[] }
type From = FieldFacts['choices']

const LARGEST = 500
/** Most names requested at once. */
const NAMES = 100

/** An existing backend has only the lists of the specification. */
const isOwn = (app: ConsoleApp): boolean => currentConfig(app).boot?.own === true
/** Calls for choices in front of an existing backend; for other entities, users type the key. */
const CHOICES: Record<string, ChoiceSource> = { org: { call: ORG_TREE }, role: { call: ROLE_LIST } }
const sourceOf = (app: ConsoleApp, ref: string): ChoiceSource | undefined =>
  CHOICES[ref] ?? product(app).get().choices?.[ref]
export const hasChoices = (app: ConsoleApp, ref: string | undefined): ref is string =>
  ref !== undefined && (isOwn(app) || sourceOf(app, ref) !== undefined)

/** R6.04: units level by level: the topmost that one sees, and those directly below them. */
async function unitsByParent(app: ConsoleApp): Promise<Choice[]> {
  const below = (args: object): Promise<Node[]> => send<Node[]>(app, ORG_BY_PARENT, { ...args }, { quiet: true })
  const top = await below({})
  const units = await Promise.all(
    top.map(async unit => ({ ...unit, children: await below({ parentOrgId: unit['orgId'] }) })),
  )
  return flat(units, 'org', { call: ORG_BY_PARENT }, 0)
}

export interface ChoiceRequest {
  ref: string
  from?: From
  /** part of the name to search for */
  text: string
  /** only records that can still be chosen: forms do not offer disabled users, but filters must find their records */
  usable: boolean
  /** filters of the records that are offered */
  offered?: FieldFacts['offered']
}

/** Choices of a reference: all of a small set; of a large one the first, or those that match a text. */
export async function choicesOf(
  app: ConsoleApp,
  { ref, from = 'tree', text, usable, offered }: ChoiceRequest,
): Promise<Choices> {
  if (ref === 'org' && from === 'byParent') return { list: await unitsByParent(app), more: false }
  if (isOwn(app)) {
    const { list, more } = await send<ChoiceAnswer>(
      app,
      CHOICES_LIST,
      {
        ref,
        ...(text ? { text } : {}),
        ...(usable ? { usable: 1 } : {}),
        ...(offered ? { filters: offered } : {}),
      },
      { quiet: true },
    )
    return { list: list.map(choiceOf), more }
  }
  return { list: await choicesOfList(app, ref), more: false }
}

/** Names of given keys, which need not be among the loaded choices. */
export async function namesOf(app: ConsoleApp, ref: string, keys: readonly string[]): Promise<Choice[]> {
  if (keys.length === 0) return []
  if (!isOwn(app)) return (await choicesOfList(app, ref)).filter(({ value }) => keys.includes(value))
  const { list } = await send<ChoiceAnswer>(app, CHOICES_LIST, { ref, keys: keys.slice(0, NAMES) }, { quiet: true })
  return list.map(choiceOf)
}

const choiceOf = ({ key, label, note, depth = 0 }: ChoiceRow): Choice => ({
  value: key,
  name: label,
  label: '　'.repeat(depth) + (note ? `${label}（${note}）` : label),
})

async function choicesOfList(app: ConsoleApp, ref: string): Promise<Choice[]> {
  const source = sourceOf(app, ref)
  if (!source) return []
  const { call } = source
  const data = await send<Node[] | { list: Node[] }>(
    app,
    call,
    call.name.endsWith('.list') ? { pageNo: 1, pageRowNo: LARGEST, pageFlag: 1 } : {},
    { quiet: true },
  )
  return flat(Array.isArray(data) ? data : data.list, ref, source, 0)
}

function flat(nodes: Node[], ref: string, source: ChoiceSource, depth: number): Choice[] {
  return nodes.flatMap(node => {
    const value = String(node[`${ref}Id`] ?? node.id ?? (source.key && node[source.key]) ?? '')
    const name = String((node[`${ref}Name`] ?? node.name ?? source.nameOf?.(node)) || value)
    return [{ value, name, label: '　'.repeat(depth) + name }, ...flat(node.children ?? [], ref, source, depth + 1)]
  })
}
