import type { FieldDoc } from './field/fields.ts'
import type { Named } from './field/named.ts'

/**
 * Fields of an entity that say whose a row is: left out means the usual one where it is there, `false` that there is
 * none.
 */
export interface ScopeDoc {
  area?: string
  customer?: string | false
  org?: string | false
  owner?: string | false
  /** units that a row is shared with, wherever they lie */
  units?: string
  /** rows without a customer are for all customers of their area; true when left out */
  shared?: boolean
}

export interface EntityDoc {
  entity: string
  label: string
  key: string
  title: string
  mixins?: string[]
  fields: Named<FieldDoc>
  indexes?: string[][]
  /** which fields say whose a row is; `none` for what belongs to nobody */
  scope?: ScopeDoc | 'none'
  /** its rows are seen in the views of the product's code, together with those of other entities */
  union?: UnionDoc
  /** its rows come from a view that the product's code makes: nothing of its own is stored */
  view?: boolean
  /** a delete marks `delFlag` and keeps the row with its reason */
  softDelete?: boolean
}

export interface UnionDoc {
  /** what its rows are told apart by */
  kind: string
  /** column of the view → the field that holds it here, where it has another name */
  columns?: Record<string, string>
}

export interface MixinDoc {
  mixin: string
  label: string
  fields: Named<FieldDoc>
}

export type Tone = 'default' | 'success' | 'processing' | 'warning' | 'error'
export interface DictionaryDoc {
  dictionary: string
  label: string
  /** `min`: the least number that is called so; entries that have it are bands */
  entries: Record<string, string | { label: string; tone?: Tone; min?: number } | false>
}
