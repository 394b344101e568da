/** A map keyed by name. Empty (`null`) means "as the entity says"; `false` means "left out". */
export type Named<T> = Record<string, T | null | false>

/** A CEL expression as written in YAML: `=` stands before it. */
export type Expression = string

/** Something worked out where it begins with `=`, else itself. */
export type Value = string | number | boolean

/** Filters of a list request as YAML writes them: field or range key → a value or several. */
export type FilterValues = Record<string, string | number | (string | number)[] | null | false>
