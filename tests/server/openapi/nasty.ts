import { paramsOf } from '../../../src/core/compile/models.ts'
import { rangeKeys, type Row } from '../../../src/core/contract/api.ts'
import type { EndpointModel, Entity } from '../../../src/server/db/tables/models.ts'
import { isWhole } from '../../whole.ts'

/** What no form sends and anybody can: each may be refused in words, and none may be a fault. */
const NASTY: readonly unknown[] = [
  ',',
  [''],
  'constructor',
  { toString: 1 },
  '__proto__',
  '\ud800',
  '',
  ' ',
  [',', ''],
  [[]],
  [[['a']]],
  [null],
  [{}],
  {},
  { a: 1 },
  { length: 3 },
  null,
  true,
  0,
  -1,
  1.5,
  1e99,
  2 ** 53,
  '1e99',
  '-1',
  'NaN',
  '9'.repeat(400),
  '１２',
  '٣',
  '0x10',
  'toString',
  ['constructor'],
  { valueOf: 1 },
  { hasOwnProperty: 1 },
  'a\u0000b',
  ['\udfff', 'a\u0000'],
  { 'a\u0000': '\ud800' },
  '\u202e\ufeff',
  '👩‍👩‍👧',
  '2026-02-30',
  '2026-13-01 25:61',
  '0000-00-00',
  '99999-01-01',
  "' or 1=1 --",
  '%',
  '\\',
  '{}',
  '{"a',
  '$1',
  '../../etc',
  'a,b,c',
  ['a', 'b'],
  'x'.repeat(70_000),
  Array.from({ length: 300 }, (_, i) => `k${i}`),
  Array.from({ length: 6000 }, (_, i) => String(i)),
]

/** The first of them have been faults once. */
const KNOWN = 6

/** Of these none can travel as JSON would. */
const QUERIES = [
  'NAME=%00',
  'NAME=%ed%a0%80',
  'NAME=%ff',
  'NAME=%',
  'NAME=1&NAME=2',
  'NAME[]=1',
  'NAME[a]=1',
  'NAME',
  '__proto__=1&NAME=1',
  'NAME=&NAME',
  'NAME=1&__proto__[x]=1',
  '=1',
  '&&=&',
  'constructor=1',
  `NAME=${'x'.repeat(9000)}`,
]
export const queriesFor = (name: string): string[] => QUERIES.map(query => query.replaceAll('NAME', name))

/** The same in every run. */
function shuffled<T>(all: readonly T[], seed: number): T[] {
  let state = seed
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state
  }
  return all
    .map(one => [next(), one] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, one]) => one)
}

const PAGING = ['pageNo', 'pageRowNo', 'pageFlag', 'orderBy']
interface Argument {
  name: string
  kind: string
}

/** Every name that a call may listen to, and what kind of thing stands under it. */
function argumentsOf(endpoint: EndpointModel, entity: Entity | undefined): Argument[] {
  const { handler = '', path } = endpoint
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) =>
    name && name !== 'tenant' ? [{ name, kind: 'path' }] : [],
  )
  const declared = endpoint.params ? paramsOf(endpoint).map(({ name, kind }) => ({ name, kind: `param ${kind}` })) : []
  const fields =
    entity && !endpoint.params
      ? entity.fields.map(({ name, kind, multiple }) => ({ name, kind: `${kind}${multiple ? 's' : ''}` }))
      : []
  const isList = handler.endsWith('list')
  const ranges = isList
    ? (entity?.fields ?? [])
        .flatMap(({ name, kind }) => rangeKeys(name).map(key => ({ name: key, kind: `range of ${kind}` })))
        .concat(PAGING.map(name => ({ name, kind: name })))
    : []
  const named = (endpoint.names ?? []).map(name => ({ name, kind: `named ${name}` }))
  const all = [...inPath, ...declared, ...fields, ...ranges, ...named]
  return [...new Map(all.map(one => [one.name, one])).values()]
}

export interface Try {
  endpoint: EndpointModel
  name: string
  value: unknown
}

/** Handlers that are made of fields have many kinds of arguments; the others few, which are shared out. */
const OF_FIELDS = isWhole ? 12 : 6
const OF_OTHERS = 1

/**
 * What is done with a kind of argument is one piece of code: its values are shared out among all calls and fields that
 * go through it, so that each is tried with something and each kind with much.
 */
export function tries(endpoints: readonly EndpointModel[], entities: ReadonlyMap<string, Entity>): Try[] {
  const groups = new Map<string, { endpoint: EndpointModel; argument: Argument }[]>()
  for (const endpoint of endpoints) {
    for (const argument of argumentsOf(endpoint, entities.get(endpoint.entity ?? ''))) {
      const group = `${endpoint.handler} ${argument.kind}`
      groups.set(group, [...(groups.get(group) ?? []), { endpoint, argument }])
    }
  }
  return [...groups].flatMap(([group, members], i) => {
    const some = /^(list|save) /.test(group)
      ? [...NASTY.slice(0, KNOWN), ...shuffled(NASTY.slice(KNOWN), i)].slice(0, OF_FIELDS)
      : shuffled(NASTY, i).slice(0, OF_OTHERS)
    return some.flatMap((value, at) => {
      const member = shuffled(members, i)[at % members.length]
      return member ? [{ endpoint: member.endpoint, name: member.argument.name, value }] : []
    })
  })
}

/** In a query everything is text. */
export const asQuery = ({ name, value }: Try): Row => ({
  [name]: typeof value === 'string' ? value.replace(/[\ud800-\udfff]/g, '') : JSON.stringify(value),
})

/** One of all that may be tried with a call; nothing where it listens to no argument. */
export function drawnTry(
  endpoint: EndpointModel,
  entity: Entity | undefined,
  draw: <T>(all: readonly T[]) => T | undefined,
): Try | undefined {
  const argument = draw(argumentsOf(endpoint, entity))
  return argument && { endpoint, name: argument.name, value: draw(NASTY) }
}
