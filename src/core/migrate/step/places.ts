import { isMap, isScalar, isSeq, Pair, Scalar, type YAMLMap } from 'yaml'
import { isOfMap } from '../../source/node.ts'

export const keyOf = (pair: Pair): string =>
  isScalar(pair.key) ? String(pair.key.source ?? pair.key.value) : String(pair.key)

export const pairOf = (map: YAMLMap, key: string): Pair | undefined => map.items.find(pair => keyOf(pair) === key)

/** The maps at a place of a document: 'actions.*', 'transitions.*.branches.[]'. */
export function mapsAt(root: unknown, place: string): YAMLMap[] {
  const steps = place === '' ? [] : place.split('.')
  let found: unknown[] = [root]
  for (const step of steps) found = found.flatMap(node => inside(node, step))
  return found.filter(node => isMap(node))
}

function inside(node: unknown, step: string): unknown[] {
  if (step === '[]') return isSeq(node) ? node.items : []
  if (!isMap(node)) return []
  return node.items
    .filter(pair => (step === '*' ? !isOfMap(keyOf(pair)) : keyOf(pair) === step))
    .map(pair => pair.value)
}

/** Whether a path of keys lies at a place. */
export function isAt(path: readonly string[], place: string): boolean {
  const steps = place === '' ? [] : place.split('.')
  return (
    steps.length === path.length
    && steps.every((step, i) => step === '*' || step === path[i] || (step === '[]' && /^\d+$/.test(path[i] ?? '')))
  )
}

export const newPair = (key: string, value: unknown): Pair => new Pair(new Scalar(key), value)

export function rename(pair: Pair, to: string): void {
  if (!isScalar(pair.key)) return
  pair.key.value = to
  delete pair.key.source
}

/** Takes a member out of a map, and gives it. */
export function remove(map: YAMLMap, key: string): Pair | undefined {
  const at = map.items.findIndex(pair => keyOf(pair) === key)
  return at < 0 ? undefined : map.items.splice(at, 1)[0]
}
