import type { ReactNode } from 'react'
import type { Row } from '../../../../core/contract/api.ts'

/** A column as the grid draws it: made once for a page, the same for as long as the page lives. */
export interface GridColumn {
  name: string
  label: string
  width: number
  title: ReactNode
  /** number counts the rows over all pages */
  draw: (value: unknown, row: Row, number: number) => ReactNode
  align?: 'right' | 'center'
  fixed?: 'left' | 'right'
  sortable?: boolean
  /** names the record: takes the width that is left */
  main?: boolean
  /** its user has set the width */
  sized?: boolean
  resizable?: boolean
  /** has a sum over all rows that match */
  total?: boolean
}
