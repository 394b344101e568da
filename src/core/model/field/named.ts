/** A map keyed by name. Empty (`null`) means "as the entity says"; `false` means "left out". */
export type Named<T> = Record<string, T | null | false>

/** A CEL expression as written in YAML. */
export type Expression = string
