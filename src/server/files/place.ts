/** A table whose rows may name files, read in the order of its key. */
export interface FilePlace {
  table: string
  key: string
  columns: string[]
  /** SQL condition for the rows to read; all rows when left out */
  only?: string
}
