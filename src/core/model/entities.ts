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
  /** a carrier of the kind `kind` in the dictionary objectKind, found at its field `url` */
  carrier?: CarrierDoc
  /** a delete marks `delFlag` and keeps the row with its reason */
  softDelete?: boolean
}

export interface CarrierDoc {
  kind: string
  url?: string
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
  /** `from`: the least number that is called so; entries that have it are bands */
  entries: Record<string, string | { label: string; tone?: Tone; from?: number } | false>
}
