import type { DocumentKind } from '../../source/document.ts'
import type { Gone, Rename } from '../step/step.ts'

/** Where fields stand, by the kind of file; sub-tables hold fields of their own. */
const FIELDS: Partial<Record<DocumentKind, string[]>> = {
  entity: ['fields.*'],
  mixin: ['fields.*'],
  page: ['columns.*', 'filters.*', 'facts.*', 'sections.*.fields.*', 'actions.*.form.*'],
  workflow: ['transitions.*.form.*'],
}
export const fieldPlaces = (kind: DocumentKind): string[] =>
  (FIELDS[kind] ?? []).flatMap(place => [place, `${place}.fields.*`])

export const CALLS = ['endpoints.*', 'families.*.calls.*']

const all = (kinds: DocumentKind[], places: string[], words: [from: string, to: string][]): Rename[] =>
  places.flatMap(at => words.map(([from, to]) => ({ kinds, at, from, to })))

/** A field's words stand at the same places before and after, but for the form of a button, which was `ask`. */
const OF_FIELDS = (['entity', 'mixin', 'page', 'workflow'] as const).flatMap(kind =>
  all([kind], fieldPlaces(kind), [
    ['seenBy', 'roles'],
    ['requiredWhen', 'required'],
  ]),
)

export const RENAMES: Rename[] = [
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

export const GONE: Gone[] = [
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
  {
    kinds: ['entity'],
    at: '',
    key: 'indexes',
    instead: [
      '索引由页面推出；记录有几十万条的实体写 volume: large',
      'indexes follow from the pages; an entity of hundreds of thousands of records says volume: large',
    ],
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
