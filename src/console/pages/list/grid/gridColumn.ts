import type { ReactNode } from 'react'
import type { Row } from '../../../../core/contract/api.ts'

/** A column to draw; created once for each page. */
export interface GridColumn {
  name: string
  label: string
  /** until the rows have said what they need */
  width: number
  /** what its head needs */
  least?: number
  title: ReactNode
  /** `number`: row number across all pages */
  draw: (value: unknown, row: Row, number: number) => ReactNode
  align?: 'right' | 'center'
  fixed?: 'left' | 'right'
  sortable?: boolean
  /** names the record; takes the remaining width */
  main?: boolean
  /** its cells lead to the record */
  leads?: boolean
  /** holds texts of any length: takes a share of the width that is left */
  grows?: boolean
  /** the user has set its width */
  sized?: boolean
  resizable?: boolean
  /** not shown until its user chooses it */
  more?: boolean
  /** has a sum over all matching rows */
  total?: boolean
}
