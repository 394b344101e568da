/** What came to Chromium after the floor, by the compatibility data of MDN. */
import { createRequire } from 'node:module'
import type { CompatData, CompatStatement, Identifier } from '@mdn/browser-compat-data'
import { FLOOR } from '../floor.ts'

/** Read by Node itself: twenty megabytes that Vitest would take minutes to look through. */
const all = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatData
export const { css } = all
const builtins = all.javascript['builtins'] as Identifier

/** Version in which it came, under this very name and with no flag; Infinity where it never did. */
function versionOf({ support }: CompatStatement): number {
  const told = [support.chrome ?? []].flat()
  const versions = told.map(({ version_added: added, prefix, alternative_name: other, flags }) =>
    typeof added === 'string' && !prefix && !other && !flags ? Number.parseFloat(added.replace('≤', '')) : Infinity,
  )
  return Math.min(Infinity, ...versions.map(version => (Number.isNaN(version) ? 0 : version)))
}

/** Undefined: nothing is said of it; what is in no Chromium is nothing that the console relies on. */
export const cameIn = (entry: Identifier | undefined): number | undefined =>
  entry?.__compat ? versionOf(entry.__compat) : undefined

export const isNewer = (version: number | undefined): version is number =>
  version !== undefined && version > FLOOR.chromium && version < Infinity

export interface BuiltIns {
  /** `Object.hasOwn`, `structuredClone` → version */
  named: ReadonlyMap<string, number>
  /** names of methods that nothing had at the floor → version, and whose */
  methods: ReadonlyMap<string, { version: number; of: string[] }>
  /** methods that iterators have had since → version; arrays and collections have had them forever */
  ofIterators: ReadonlyMap<string, number>
}

const STATIC = /_static$/
/** Interfaces whose objects pages handle all the time; methods of others bear names that everybody gives to their own. */
const HANDLED =
  /^(?:(?:HTML|HTML(?:Dialog|Input|Select|TextArea|Button|Table)|SVG)?Element|Document|Node|Range|Selection|\w*Event|EventTarget|Blob|File|Response|Headers|\w+Observer|URLSearchParams|FormData|AbortSignal|CSS\w*|DOM\w+|Storage|Clipboard)$/

/** Their methods are called `use`, `resize`, `dispose` or, of iterators, `take`: judged by what they are called on, or not. */
const OTHERS = /^(?:\w*DisposableStack|Symbol|Iterator|ArrayBuffer)$/

/** Each thing that the browser has by a name, and the members of each. */
function* members(): Generator<{ owner: string; name: string; entry: Identifier }> {
  for (const side of [builtins, all.api as Identifier])
    for (const [owner, entry] of Object.entries(side) as [string, Identifier][]) {
      if (owner === '__compat') continue
      yield { owner: '', name: owner, entry }
      for (const [name, member] of Object.entries(entry) as [string, Identifier][])
        if (name !== '__compat') yield { owner, name, entry: member }
    }
}

const JAVASCRIPT = new Set(Object.keys(builtins))

export function builtIns(): BuiltIns {
  const named = new Map<string, number>()
  const oldest = new Map<string, { version: number; of: string[] }>()
  for (const { owner, name, entry } of members()) {
    const version = cameIn(entry)
    if (version === undefined || /[^\w$]/.test(name)) continue
    const plain = name.replace(STATIC, '')
    // in MDN's data members of JavaScript's own objects carry no mark of being static
    if (isNewer(version)) named.set(owner === '' ? plain : `${owner}.${plain}`, version)
    if (owner === '') continue
    const before = oldest.get(plain)
    if (!before || version < before.version) oldest.set(plain, { version, of: [owner] })
    else if (version === before.version) before.of.push(owner)
  }
  const iterator = builtins['Iterator'] as Identifier
  const ofIterators = Object.entries(iterator).flatMap(([name, entry]): [string, number][] => {
    const version = cameIn(entry as Identifier)
    return isNewer(version) ? [[name, version]] : []
  })
  const isHandled = (owner: string): boolean => (JAVASCRIPT.has(owner) && !OTHERS.test(owner)) || HANDLED.test(owner)
  const methods = [...oldest].filter(([, { version, of }]) => isNewer(version) && of.some(isHandled))
  return { named, methods: new Map(methods), ofIterators: new Map(ofIterators) }
}
