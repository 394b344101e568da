import type { BoardWidget, DashboardPage } from '../../../core/contract/configuration.ts'
import { SPACE } from '../../theme/scale.ts'

/** What the @page rules of dashboard.css and sheet.css leave of A4, in millimetres. */
const BOARD = 277
const LANDSCAPE = 269
const PORTRAIT = 186
const PIXELS = 96 / 25.4

const COLUMNS = 12
const GAP = SPACE['sp-3']
/** padding and border of a widget, and what rounding takes */
const AROUND = 28

/** Pixels across that a widget's picture has on paper: a sheet's has all of it, that of a board its columns. */
export function paperWidth({ sheet }: Pick<DashboardPage, 'sheet'>, { width }: Pick<BoardWidget, 'width'>): number {
  if (sheet) return Math.floor((sheet.landscape ? LANDSCAPE : PORTRAIT) * PIXELS)
  const column = (BOARD * PIXELS - GAP * (COLUMNS - 1)) / COLUMNS
  return Math.floor(column * width + GAP * (width - 1)) - AROUND
}
