import app from '../../../../schemas/meta/app.schema.json' with { type: 'json' }
import area from '../../../../schemas/meta/area.schema.json' with { type: 'json' }
import common from '../../../../schemas/meta/common.schema.json' with { type: 'json' }
import customer from '../../../../schemas/meta/customer.schema.json' with { type: 'json' }
import demo from '../../../../schemas/meta/demo.schema.json' with { type: 'json' }
import dictionary from '../../../../schemas/meta/dictionary.schema.json' with { type: 'json' }
import endpoints from '../../../../schemas/meta/endpoints.schema.json' with { type: 'json' }
import entity from '../../../../schemas/meta/entity.schema.json' with { type: 'json' }
import field from '../../../../schemas/meta/field.schema.json' with { type: 'json' }
import locale from '../../../../schemas/meta/locale.schema.json' with { type: 'json' }
import manual from '../../../../schemas/meta/manual.schema.json' with { type: 'json' }
import menu from '../../../../schemas/meta/menu.schema.json' with { type: 'json' }
import mixin from '../../../../schemas/meta/mixin.schema.json' with { type: 'json' }
import page from '../../../../schemas/meta/page.schema.json' with { type: 'json' }
import statistic from '../../../../schemas/meta/statistic.schema.json' with { type: 'json' }
import workflow from '../../../../schemas/meta/workflow.schema.json' with { type: 'json' }
import type { ExpressionResult } from '../../expression/shape.ts'
import type { DocumentKind } from '../../source/document.ts'

/** A JSON Schema as far as we read it ourselves; ajv reads the rest. */
export interface Schema {
  $id?: string
  $ref?: string
  $defs?: Record<string, Schema>
  title?: string
  description?: string
  type?: string | string[]
  enum?: string[]
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  items?: Schema
  default?: unknown
  /** says what the default is derived from, in words */
  'x-default'?: string
  /** a map whose keys the author chooses; its members may be empty or false */
  'x-named'?: boolean
  /** keys required after all layers are merged */
  'x-required'?: string[]
  /** required key → the key that says it, too, where it is written */
  'x-instead'?: Record<string, string>
  /** Chinese text that users read */
  'x-text'?: boolean
  /** what `{name}` in the text may name: these, or a field of the page's or workflow's entity; without it nothing */
  'x-placeholders'?: Placeholders
  /** an expression, and the type of its result */
  'x-expression'?: ExpressionResult
  /** the value names a thing of this kind */
  'x-names'?: MentionKind
  /** the map's keys name things of this kind */
  'x-keys'?: KeyKind
  /** the value must equal the file's name */
  'x-file-name'?: boolean
  /** a template: checked where it is used, after its placeholders are filled in */
  'x-template'?: boolean
  /** what `pattern` means: Chinese, English */
  'x-pattern'?: [string, string]
}
export type Placeholders = readonly string[] | 'field'
export type MentionKind =
  | 'page'
  | 'menuPage'
  | 'redirect'
  | 'entity'
  | 'mixin'
  | 'dictionary'
  | 'workflow'
  | 'endpoint'
  | 'role'
  | 'field'
  | 'sort'
  | 'state'
  | 'widget'
  | 'statistic'
  | 'view'
  | 'recordField'
  | 'pageField'
  | 'besideField'
  | 'transition'
  | 'part'
/**
 * What the keys of a map name. field: of the page's entity; askField: of a dialog; ownField: of the entity or mixin
 * itself; recordKey: of the entity with the workflow; state: of the workflow; createdEntity: an entity; role: a role
 * that works on a part of the records
 */
export type KeyKind = 'field' | 'askField' | 'ownField' | 'recordKey' | 'state' | 'createdEntity' | 'role'

const FILES = {
  app,
  area,
  customer,
  demo,
  dictionary,
  endpoints,
  entity,
  locale,
  manual,
  menu,
  mixin,
  page,
  statistic,
  workflow,
} satisfies Record<DocumentKind, unknown>

export const META: ReadonlyMap<string, Schema> = new Map(
  [...Object.values(FILES), common, field].map(schema => [schema.$id, schema as unknown as Schema]),
)

/** Schema of a kind; for pages the part of their page kind. */
export function schemaId(kind: DocumentKind, pageKind?: string): string {
  const id = `${kind}.schema.json`
  if (kind !== 'page') return id
  const parts = META.get(id)?.$defs ?? {}
  return `${id}#/$defs/${pageKind !== undefined && pageKind !== 'overlay' && pageKind in parts ? pageKind : 'overlay'}`
}

/** The schema at `file#/path`, and the file that its own references are relative to. */
export function schemaAt(ref: string, from = ''): { schema: Schema; file: string } {
  const [path, pointer = ''] = ref.split('#')
  const file = path || from
  let at: unknown = META.get(file)
  for (const step of pointer.split('/').filter(Boolean)) at = (at as Record<string, unknown> | undefined)?.[step]
  if (at === undefined) throw new Error(`schemas/meta: nothing at ${ref} (from ${from})`)
  return { schema: at as Schema, file }
}
