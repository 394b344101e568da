import type { FieldDoc } from './field/fields.ts'
import type { Named } from './field/named.ts'
import type { ActionDoc } from './page/action.ts'

/**
 * The fields of an entity that row scope is computed from. A field left out has its usual name, if the entity has such
 * a field; `false` means there is none.
 */
export interface ScopeDoc {
  area?: string
  customer?: string | false
  org?: string | false
  owner?: string | false
  /** units that a row is shared with, in whatever area they are */
  units?: string
  /** only the units and the person that a row names see it, whatever its area and customer */
  closed?: boolean
  /** a field of the row says who sees it */
  sharing?: SharingDoc
  /** a reference: who does not see the record that it names does not see the row */
  within?: string
  /** rows without a customer are for all customers of their area; true when left out */
  shared?: boolean
}

/** With whom a row is shared: its maker alone, its unit, its area and those below, or everybody. */
export type SharedWith = 'maker' | 'unit' | 'below' | 'all'
export interface SharingDoc {
  /** a choice of the row, and what each of its keys means; others are for everybody */
  field: string
  values: Named<SharedWith>
  maker: string
  unit: string
  area: string
}

/** How many rows a table may come to: `large` is hundreds of thousands. */
export type Volume = 'small' | 'large'

export interface EntityDoc {
  entity: string
  label: string
  key: string
  title: string
  /** route of the detail page that shows a record */
  page?: string
  /** route of the list that shows its records on the pages of others */
  list?: string
  mixins?: string[]
  fields: Named<FieldDoc>
  /** buttons that pages of the entity take by their names, with what they say themselves laid over it */
  actions?: Named<Partial<ActionDoc>>
  /** small when left out; the indexes of a large one follow from its pages */
  volume?: Volume
  /** which fields decide who may see a row; `none`: row scope does not apply to the entity */
  scope?: ScopeDoc | 'none'
  /** its rows also appear in views of the product's code that combine several entities */
  union?: UnionDoc
  /** its rows come from a view that the product's code creates; the entity has no table of its own */
  view?: boolean
  /** a delete sets `delFlag` and stores the reason; the row stays in its table */
  softDelete?: boolean
}

export interface UnionDoc {
  /** value that tells this entity's rows from others in the view */
  kind: string
  /** column of the view → the field that holds it here, where it has another name */
  columns?: Record<string, string>
}

export interface MixinDoc {
  mixin: string
  label: string
  fields?: Named<FieldDoc>
  actions?: Named<Partial<ActionDoc>>
}

export type Tone = 'default' | 'success' | 'processing' | 'warning' | 'error'
export interface DictionaryDoc {
  dictionary: string
  label: string
  /** `min`: the least number that is called so; entries that have it are bands */
  entries: Record<string, string | { label: string; tone?: Tone; min?: number } | false>
}
