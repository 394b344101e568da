import { isMap, isScalar, isSeq, Scalar, YAMLMap, type Document as YamlDocument } from 'yaml'
import type { DocumentKind } from '../../source/document.ts'
import { keyOf, mapsAt, newPair, pairOf, remove, rename } from '../step/places.ts'
import { CALLS, fieldPlaces } from './words.ts'

function changeField(field: YAMLMap): void {
  const changed = pairOf(field, 'changedBy')
  if (changed && isSeq(changed.value) && changed.value.items.length > 0) rename(changed, 'editRoles')
  else if (changed) {
    rename(changed, 'readOnly')
    if (isSeq(changed.value)) changed.value = new Scalar(true)
  }
  const when = remove(field, 'maskWhen')
  if (!when) return
  const mask = pairOf(field, 'mask')
  const parts = new YAMLMap()
  parts.flow = true
  if (mask) parts.items.push(newPair('kind', mask.value))
  rename(when, 'filters')
  parts.items.push(when)
  if (mask) mask.value = parts
  else field.items.push(newPair('mask', parts))
}

/** What a limit's `of` said, in the words of `limit`. */
const LIMITS = new Map<unknown, string>([
  ['step', 'stateDue'],
  ['record', 'due'],
])

function changeDue(due: YAMLMap): void {
  const from = pairOf(due, 'from')
  // what an expression said went before `from`
  if (from && pairOf(due, 'since')) remove(due, 'from')
  else if (from) rename(from, 'since')
  const limit = pairOf(due, 'limit')
  const called = limit && isScalar(limit.value) ? LIMITS.get(limit.value.value) : undefined
  if (called && isScalar(limit?.value)) limit.value.value = called
}

/** A call that says nothing but what is gone says nothing any more. */
function withoutEmpty(calls: YAMLMap, before: ReadonlySet<unknown>): void {
  calls.items = calls.items.filter(({ value }) => !(isMap(value) && value.items.length === 0 && before.has(value)))
}

function changeCall(call: YAMLMap): void {
  const shown = remove(call, 'notShown')?.value
  const isOurs = isScalar(shown) && shown.value === true
  const [method, changes] = [pairOf(call, 'method')?.value, pairOf(call, 'changes')?.value]
  // what a family says of the call's changes is not known here: only the specification's own calls said `false`
  const isSpecified = (isSeq(changes) && changes.items.length > 0) || (isScalar(shown) && shown.value === false)
  if (!isOurs && isScalar(method) && method.value === 'GET' && isSpecified)
    call.items.push(newPair('changesByGet', new Scalar(true)))
  // its kinds were written beside the names, and say more
  if (call.items.filter(pair => keyOf(pair) === 'params').length > 1) {
    const names = call.items.findIndex(pair => keyOf(pair) === 'params' && isSeq(pair.value))
    if (names >= 0) call.items.splice(names, 1)
  }
}

/** Always required needs no condition beside it. */
function withoutSecondRequired(field: YAMLMap): void {
  if (field.items.filter(pair => keyOf(pair) === 'required').length < 2) return
  const condition = field.items.findIndex(
    ({ key, value }) => isScalar(key) && key.value === 'required' && isScalar(value) && typeof value.value === 'string',
  )
  if (condition >= 0) field.items.splice(condition, 1)
}

/** What a form asks before it is filled in names its call as every reading does. */
function changeReady(page: YAMLMap): void {
  const ready = pairOf(page, 'ready')
  if (!ready || !isScalar(ready.value)) return
  const asked = new YAMLMap()
  asked.flow = true
  asked.items.push(newPair('source', ready.value))
  ready.value = asked
}

function changeCalls(root: unknown): void {
  const calls = CALLS.flatMap(place => mapsAt(root, place))
  const filled = new Set(calls.filter(call => call.items.length > 0))
  calls.forEach(changeCall)
  for (const place of ['endpoints', 'families.*.calls'])
    for (const map of mapsAt(root, place)) withoutEmpty(map, filled)
}

/** Who made an index of texts, or one of a single choice, expected many rows. */
function changeIndexes(entity: YAMLMap): void {
  const written = remove(entity, 'indexes')?.value
  const isLarge = isSeq(written) && /\b(?:text|set)\b/.test(JSON.stringify(written.toJSON()))
  if (isLarge && !pairOf(entity, 'volume')) entity.items.push(newPair('volume', new Scalar('large')))
}

/** What no renaming says, kind by kind. */
export function changeParts({ contents: root }: YamlDocument, kind: DocumentKind): void {
  for (const field of fieldPlaces(kind).flatMap(place => mapsAt(root, place))) {
    changeField(field)
    withoutSecondRequired(field)
  }
  if (kind === 'entity' && isMap(root)) changeIndexes(root)
  if (kind === 'workflow') mapsAt(root, 'transitions.*.due').forEach(changeDue)
  if (kind === 'endpoints') changeCalls(root)
  if (kind === 'page' && isMap(root)) changeReady(root)
}
