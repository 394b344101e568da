/** A table whose rows may name files, read in the order of its key. */
export interface FilePlace {
  table: string
  key: string
  columns: string[]
  /** SQL: the rows that count, all where it is left out */
  only?: string
}
