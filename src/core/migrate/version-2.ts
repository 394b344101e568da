import { isMap, isScalar, isSeq, Pair, Scalar, YAMLMap, type Document as YamlDocument } from 'yaml'
import type { DocumentKind } from '../source/document.ts'
import { keyOf, mapsAt, pairOf } from './places.ts'
import type { Gone, Rename, Step } from './step.ts'

/** Where fields stand, by the kind of file; sub-tables hold fields of their own. */
const FIELDS: Partial<Record<DocumentKind, string[]>> = {
  entity: ['fields.*'],
  mixin: ['fields.*'],
  page: ['columns.*', 'filters.*', 'facts.*', 'sections.*.fields.*', 'actions.*.form.*'],
  workflow: ['transitions.*.form.*'],
}
const fieldPlaces = (kind: DocumentKind): string[] =>
  (FIELDS[kind] ?? []).flatMap(place => [place, `${place}.fields.*`])

const CALLS = ['endpoints.*', 'families.*.calls.*']

const all = (kinds: DocumentKind[], places: string[], words: [from: string, to: string][]): Rename[] =>
  places.flatMap(at => words.map(([from, to]) => ({ kinds, at, from, to })))

/** A field's words stand at the same places before and after, but for the form of a button, which was `ask`. */
const OF_FIELDS = (['entity', 'mixin', 'page', 'workflow'] as const).flatMap(kind =>
  all([kind], fieldPlaces(kind), [
    ['seenBy', 'roles'],
    ['requiredWhen', 'required'],
  ]),
)

const RENAMES: Rename[] = [
  ...all(
    ['page'],
    ['actions.*'],
    [
      ['ask', 'form'],
      ['to', 'page'],
    ],
  ),
  ...all(['page'], ['columns.*', 'sections.*.fields.*.links.*', 'facts.*.links.*'], [['to', 'page']]),
  ...all(['page'], ['tabs.*'], [['list', 'page']]),
  ...all(
    ['page'],
    ['chart'],
    [
      ['list', 'page'],
      ['by', 'filter'],
      ['step', 'interval'],
    ],
  ),
  ...all(
    ['page'],
    [''],
    [
      ['of', 'parent'],
      ['load', 'source'],
      ['save', 'call'],
      ['query', 'prefill'],
      ['to', 'page'],
    ],
  ),
  ...all(['page'], ['refresh'], [['while', 'when']]),
  ...all(['page'], ['timeline'], [['by', 'person']]),
  ...OF_FIELDS,
  ...all(['entity'], [''], [['beside', 'subtitle']]),
  ...all(['dictionary'], ['entries.*'], [['from', 'min']]),
  ...all(['workflow'], [''], [['admins', 'adminRoles']]),
  ...all(
    ['workflow'],
    ['record'],
    [
      ['step', 'stateDue'],
      ['since', 'entered'],
    ],
  ),
  ...all(
    ['workflow'],
    ['transitions.*'],
    [
      ['rolesFrom', 'rolesByState'],
      ['by', 'relations'],
      ['does', 'via'],
      ['runs', 'effect'],
      ['hand', 'assign'],
    ],
  ),
  ...all(['workflow'], ['transitions.*.due'], [['of', 'limit']]),
  ...all(['endpoints'], CALLS, [
    ['args', 'in'],
    ['names', 'params'],
    ['inBody', 'alsoInBody'],
    ['does', 'handler'],
  ]),
  ...all(['endpoints'], ['families.*'], [['of', 'members']]),
]

const GONE: Gone[] = [
  ...(['entity', 'mixin', 'page', 'workflow'] as const).flatMap(kind =>
    fieldPlaces(kind).flatMap((at): Gone[] => [
      {
        kinds: [kind],
        at,
        key: 'changedBy',
        instead: [
          '谁也不能填写的写 readOnly: true，限定角色的写 editRoles',
          'readOnly: true for what nobody fills in, editRoles for what some roles may change',
        ],
      },
      {
        kinds: [kind],
        at,
        key: 'maskWhen',
        instead: ['写进 mask：mask: {kind: name, filters: {…}}', 'say it in mask: mask: {kind: name, filters: {…}}'],
      },
    ]),
  ),
  {
    kinds: ['workflow'],
    at: 'transitions.*.due',
    key: 'from',
    instead: ['写 since: now 或 since: due', 'write since: now or since: due'],
  },
  ...CALLS.map((at): Gone => ({
    kinds: ['endpoints'],
    at,
    key: 'notShown',
    instead: [
      '没有什么读它；会改动数据而规格写明用 GET 的接口写 changesByGet: true',
      'nothing reads it; a call that changes something by GET, as the specification has it, says changesByGet: true',
    ],
  })),
]

/** Keys whose value is a condition or computed: always an expression before, one with a mark now. */
const EXPRESSIONS: Partial<Record<DocumentKind, [place: string, keys: string[]][]>> = {
  page: [
    ['actions.*', ['visible', 'disabled']],
    ['sections.*.fields.*.links.*', ['visible']],
    ['facts.*.links.*', ['visible']],
    ['tables.*', ['visible']],
    ['refresh', ['when']],
  ],
  workflow: [
    ['', ['when']],
    ['transitions.*', ['when']],
    ['transitions.*.branches.[]', ['when']],
    ['transitions.*.creates.*', ['when']],
    ['transitions.*.assign', ['org', 'user']],
    ['transitions.*.due', ['days', 'since']],
  ],
}
const FIELD_EXPRESSIONS = ['visible', 'disabled', 'required', 'computed', 'min', 'max']
/** Maps whose every value was an expression. */
const EXPRESSION_MAPS: Partial<Record<DocumentKind, string[]>> = {
  page: [
    'actions.*.args',
    'sections.*.fields.*.lookup.args',
    'sections.*.fields.*.links.*.args',
    'facts.*.links.*.args',
    'tabs.*.filters',
    'tables.*.args',
    'timeline.args',
  ],
  workflow: ['transitions.*.set', 'transitions.*.creates.*.set'],
}
/** Of these `false` takes a member away, so that a computed false keeps its mark. */
const isConstant = (key: string): boolean => key === 'disabled'

const TEXT = /^'([^'\\]*)'$/
const NUMBER = /^-?\d{1,15}(\.\d+)?$/

/** An expression that is only a text or a number becomes this value; every other one gets its mark. */
function marked(text: string, key: string): unknown {
  const literal = TEXT.exec(text)?.[1]
  // a text that would look like an expression, or like nothing, stays one
  if (literal !== undefined && literal !== '' && !literal.startsWith('=')) return literal
  if (NUMBER.test(text)) return Number(text)
  if (isConstant(key) && text === 'true') return true
  return `=${text}`
}

function mark(pair: Pair | undefined): void {
  if (!pair || !isScalar(pair.value) || typeof pair.value.value !== 'string' || pair.value.value === '') return
  const written = pair.value
  const value = marked(String(written.value).trim(), keyOf(pair))
  written.value = value
  delete written.source
  if (typeof value === 'string' && !value.startsWith('=')) written.type = Scalar.QUOTE_SINGLE
  else if (written.type !== Scalar.BLOCK_FOLDED && written.type !== Scalar.BLOCK_LITERAL) written.type = Scalar.PLAIN
}

function remove(map: YAMLMap, key: string): Pair | undefined {
  const at = map.items.findIndex(pair => keyOf(pair) === key)
  return at < 0 ? undefined : map.items.splice(at, 1)[0]
}

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

const newPair = (key: string, value: unknown): Pair => new Pair(new Scalar(key), value)

export function rename(pair: Pair, to: string): void {
  if (!isScalar(pair.key)) return
  pair.key.value = to
  delete pair.key.source
}

function changeDue(due: YAMLMap): void {
  const from = pairOf(due, 'from')
  // what an expression said went before `from`
  if (from && pairOf(due, 'since')) remove(due, 'from')
  else if (from) rename(from, 'since')
  const limit = pairOf(due, 'limit')
  if (limit && isScalar(limit.value)) limit.value.value = limit.value.value === 'step' ? 'stateDue' : 'due'
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

function change(document: YamlDocument, kind: DocumentKind): void {
  const root = document.contents
  const fields = fieldPlaces(kind).flatMap(place => mapsAt(root, place))
  for (const field of fields) {
    changeField(field)
    // always required needs no condition beside it
    if (field.items.filter(pair => keyOf(pair) === 'required').length > 1) {
      const condition = field.items.findIndex(
        pair => keyOf(pair) === 'required' && isScalar(pair.value) && typeof pair.value.value === 'string',
      )
      if (condition >= 0) field.items.splice(condition, 1)
    }
    for (const key of FIELD_EXPRESSIONS) mark(pairOf(field, key))
  }
  for (const [place, keys] of EXPRESSIONS[kind] ?? [])
    for (const map of mapsAt(root, place)) for (const key of keys) mark(pairOf(map, key))
  for (const place of EXPRESSION_MAPS[kind] ?? []) for (const map of mapsAt(root, place)) map.items.forEach(mark)
  if (kind === 'workflow') for (const due of mapsAt(root, 'transitions.*.due')) changeDue(due)
  if (kind === 'endpoints') {
    const calls = CALLS.flatMap(place => mapsAt(root, place))
    const filled = new Set(calls.filter(call => call.items.length > 0))
    calls.forEach(changeCall)
    for (const place of ['endpoints', 'families.*.calls'])
      for (const map of mapsAt(root, place)) withoutEmpty(map, filled)
  }
  if (kind === 'page' && isMap(root)) {
    const ready = pairOf(root, 'ready')
    if (ready && isScalar(ready.value)) {
      const asked = new YAMLMap()
      asked.flow = true
      asked.items.push(newPair('source', ready.value))
      ready.value = asked
    }
  }
}

/** One word for one idea, and a mark for what is worked out. */
export const VERSION_2: Step = { version: 2, renames: RENAMES, gone: GONE, change }
