/**
 * The YAML kinds after overlays are merged: what an author may write, nothing derived. schemas/meta describes the same
 * shapes key by key, with defaults, for ajv and editors.
 */
export type * from './endpoints.ts'
export type * from './entities.ts'
export type * from './menu.ts'
export type * from './field/named.ts'
export type * from './page/index.ts'
export type * from './settings.ts'
export type * from './statistics.ts'
export { FIELD_KINDS, type AskedFieldDoc, type FieldDoc, type FieldKind } from './field/fields.ts'
