import type { ReactNode } from 'react'

export interface SheetProps {
  /** kind of document and title of its record, repeated on each page */
  title: string
  name: string
  foot: string
  children: ReactNode
}

/** The printed sheet is a table, because browsers repeat a table's head and foot on every page. */
export const PrintSheet = ({ title, name, foot, children }: SheetProps) => (
  <table className="sheet">
    <thead>
      <tr>
        <td>
          <div className="sheet-head">
            <span>{title}</span>
            <span>{name}</span>
          </div>
        </td>
      </tr>
    </thead>
    <tfoot>
      <tr>
        <td>
          <div className="sheet-foot">{foot}</div>
        </td>
      </tr>
    </tfoot>
    <tbody>
      <tr>
        <td>{children}</td>
      </tr>
    </tbody>
  </table>
)

/** In China's time zone, as the record's times are, whatever the browser's. */
export const timeText = (at: Date): string => at.toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' }).slice(0, 16)
