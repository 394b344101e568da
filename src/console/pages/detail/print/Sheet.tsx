import type { ReactNode } from 'react'

export interface SheetProps {
  /** what kind of paper it is, and which record it is about: both stand on every page */
  title: string
  name: string
  foot: string
  children: ReactNode
}

/** A paper: a table, because the head and the foot of a table come again on every printed page. */
export const Sheet = ({ title, name, foot, children }: SheetProps) => (
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

/** In the time of the records, wherever the browser stands. */
export const timeText = (at: Date): string => at.toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' }).slice(0, 16)
