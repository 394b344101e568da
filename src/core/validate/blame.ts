import { formatOrigin, type Diagnostic } from '../diagnostic/diagnostic.ts'
import { BASE, compareLayers, layerOf, placeOf, PRODUCT, type Layer } from '../overlay/layer.ts'
import { belowOf } from '../overlay/check-patch.ts'
import { leftOut, orderNames } from '../overlay/merge.ts'
import type { Project } from '../overlay/project.ts'
import { Resolver } from '../overlay/resolve.ts'
import type { Document } from '../source/document.ts'
import { getEntry, isFalse, type Entry, type MapNode, type Node } from '../source/node.ts'
import { isWord } from './facts/shape.ts'

/** One thing that a file says otherwise than the layers below. */
interface Change {
  document: Document
  path: readonly string[]
  entry: Entry
  /** it takes away what its author gave a name */
  takesAway: boolean
}
interface Found {
  /** by checks across files */
  found: readonly Diagnostic[]
  /** of each file alone */
  own: readonly Diagnostic[]
}
/** What is said of a project, of these codes at least. */
export type Judge = (project: Project, codes: ReadonlySet<string>) => readonly Diagnostic[]

/** How often everything is judged anew, at most: who waits for the answer has an error to mend in any case. */
const MOST_TRIALS = 12

/**
 * Says of an overlay what it breaks in files below it. A field that is taken away is missed by pages, workflows and
 * numbers of the product, which were right before: the line to mend is the overlay's. Whether a change is to blame is
 * found out by leaving it out and judging again, so this costs nothing where nothing is wrong.
 */
export function blamed(project: Project, { found, own }: Found, judge: Judge): Diagnostic[] {
  if (!found.some(({ severity }) => severity === 'error')) return [...found]
  const resolver = new Resolver(project)
  const changes = [...project.documents.values()].flat().flatMap(document => changesOf(document, resolver))
  const removals = new Set(
    changes.filter(({ takesAway }) => takesAway).map(({ entry }) => formatOrigin(entry.keyOrigin)),
  )
  const doubtful = new Map(
    found.flatMap((one): [Diagnostic, Change[]][] => {
      // what is said of a removal is told where it is to mend
      const near = removals.has(formatOrigin(one.origin)) ? [] : changes.filter(change => mayCause(change, one))
      return near.length > 0 ? [[one, near]] : []
    }),
  )
  if (doubtful.size === 0) return [...found]
  const codes = new Set([...doubtful.keys()].map(({ code }) => code))
  const trials = new Trials(project, other => judge(other, codes))
  const all = [...new Set([...doubtful.values()].flat())]
  const caused = new Map<Change, Diagnostic[]>()
  for (const [one, near] of doubtful) {
    const change = trials.isGoneWithout(all, one) ? trials.culprit(near, one) : undefined
    if (change) caused.set(change, [...(caused.get(change) ?? []), one])
  }
  const told = new Set([...caused.values()].flat())
  const rest = found.filter(one => !told.has(one))
  // what is said of the line already is the same mistake
  const isSaid = ({ entry: { keyOrigin } }: Change): boolean =>
    [...own, ...rest].some(({ origin }) => origin.file === keyOrigin.file && origin.line === keyOrigin.line)
  return [...rest, ...[...caused].flatMap(([change, needs]) => (isSaid(change) ? [] : [diagnosticOf(change, needs)]))]
}

function changesOf(document: Document, resolver: Resolver): Change[] {
  return layerOf(document.layer) === BASE ? [] : leaves(document, document.node, [], belowOf(resolver, document))
}

function leaves(document: Document, node: MapNode, path: readonly string[], below: Node | undefined): Change[] {
  const written = [...node.entries].flatMap(([name, entry]): Change[] => {
    const at = [...path, name]
    if (entry.value.type === 'map') return leaves(document, entry.value, at, getEntry(below, name)?.value)
    return [{ document, path: at, entry, takesAway: isFalse(entry.value) && !isWord(document, at) }]
  })
  const gone = namesLeftOut(node, below).map(name => [...path, name])
  return [...written, ...gone.map(at => ({ document, path: at, entry: leftOut(node.only!), takesAway: true }))]
}

/** What an `$only` takes away of the map below it. */
function namesLeftOut({ only }: MapNode, below: Node | undefined): string[] {
  if (!only || below?.type !== 'map') return []
  const kept = orderNames(only)
  return [...below.entries.keys()].filter(name => !kept.includes(name))
}

/** A cheap guess, which a trial proves: what is taken away is named, or the same document is at fault further down. */
function mayCause({ document, path, entry, takesAway }: Change, { severity, origin, message }: Diagnostic): boolean {
  const isHere = origin.file === entry.keyOrigin.file && origin.line === entry.keyOrigin.line
  const place = placeOf(origin.file)
  if (severity !== 'error' || isHere || !place) return false
  // who takes something away and names it in another file of the same layer is told of the name
  if (takesAway && message.includes(path.at(-1)!)) return place.layer.name !== document.layer
  return place.name === document.name && compareLayers(place.layer, layerOf(document.layer)!) < 0
}

/** The project with some changes left out, and what is said of it then. */
class Trials {
  readonly #project: Project
  readonly #judge: (project: Project) => readonly Diagnostic[]
  readonly #said = new Map<string, ReadonlySet<string>>()
  readonly #ids = new Map<Change, number>()

  constructor(project: Project, judge: (project: Project) => readonly Diagnostic[]) {
    this.#project = project
    this.#judge = judge
  }

  isGoneWithout(changes: readonly Change[], one: Diagnostic): boolean {
    const key = changes.map(change => this.#idOf(change)).join()
    let said = this.#said.get(key)
    if (!said && this.#said.size >= MOST_TRIALS) return false
    if (!said) this.#said.set(key, (said = new Set(this.#judge(without(this.#project, changes)).map(keyOf))))
    return !said.has(keyOf(one))
  }

  /** The one change that is to blame, found by halves; where only one takes away what is named, it is that. */
  culprit(near: readonly Change[], one: Diagnostic): Change | undefined {
    let left = near.filter(({ takesAway, path }) => takesAway && one.message.includes(`“${path.at(-1)!}”`))
    if (left.length === 1) return left[0]
    if (left.length === 0 || !this.isGoneWithout(left, one)) left = [...near]
    while (left.length > 1) {
      const half = left.slice(0, Math.ceil(left.length / 2))
      left = this.isGoneWithout(half, one) ? half : left.slice(half.length)
    }
    return this.isGoneWithout(left, one) ? left[0] : undefined
  }

  #idOf(change: Change): number {
    const known = this.#ids.get(change) ?? this.#ids.size
    this.#ids.set(change, known)
    return known
  }
}

/** What tells a problem from all others. */
export const keyOf = ({ code, origin, message }: Diagnostic): string => `${code} ${formatOrigin(origin)} ${message}`

function without(project: Project, changes: readonly Change[]): Project {
  const documents = new Map(project.documents)
  for (const { document, path } of changes) {
    const list = documents.get(document.name)!
    documents.set(
      document.name,
      list.map(one => (one.file === document.file ? { ...one, node: withoutPath(one.node, path) } : one)),
    )
  }
  return { ...project, documents }
}

function withoutPath(node: MapNode, [name, ...rest]: readonly string[]): MapNode {
  const entry = node.entries.get(name!)
  if (!entry && node.only)
    return { ...node, only: { ...node.only, items: [...node.only.items, nameNode(name!, node)] } }
  const entries = new Map(node.entries)
  if (!entry || rest.length === 0 || entry.value.type !== 'map') entries.delete(name!)
  else entries.set(name!, { ...entry, value: withoutPath(entry.value, rest) })
  return { ...node, entries }
}

const nameNode = (value: string, { origin }: Node): Node => ({ type: 'scalar', value, origin })

const SHOWN = 3

function diagnosticOf({ document, path, entry, takesAway }: Change, needs: readonly Diagnostic[]): Diagnostic {
  const [name, count, [zh, en]] = [path.at(-1)!, needs.length, forWhom(layerOf(document.layer)!)]
  const shown = needs.slice(0, SHOWN).map(one => ({ at: formatOrigin(one.origin), ...one }))
  const placesZh = shown.map(({ at, message }) => `${at}（${message}）`).join('、') + (count > SHOWN ? '等' : '')
  const placesEn = shown.map(({ at, messageEn }) => `${at} (${messageEn})`).join(', ') + (count > SHOWN ? ', …' : '')
  return {
    code: 'overlay-needed',
    severity: 'error',
    message: takesAway
      ? `${zh}去掉了“${name}”，还有 ${count} 处要用它：${placesZh}。请在那里也去掉它，或者留下它`
      : `${zh}改了“${name}”，有 ${count} 处因此不对：${placesZh}。请一并修改，或者不改它`,
    messageEn: takesAway
      ? `${en} loses "${name}", which ${count} places need: ${placesEn}. Take it out there, too, or keep it`
      : `${en} has another "${name}", which makes ${count} places wrong: ${placesEn}. Change them, too, or keep it`,
    origin: entry.keyOrigin,
  }
}

function forWhom(layer: Layer): [zh: string, en: string] {
  const { customer, area } = layer
  if (layer === PRODUCT) return ['本产品', 'The product']
  if (customer === undefined) return [`地区 ${area} `, `The area ${area}`]
  return area === undefined
    ? [`客户 ${customer} `, `The customer ${customer}`]
    : [`客户 ${customer} 的地区 ${area} `, `The area ${area} of the customer ${customer}`]
}
