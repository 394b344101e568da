import type { BoardWidget, DashboardPage } from '../../../core/contract/configuration.ts'
import type { Figures, FiguresProblem } from '../../../core/contract/statistics.ts'
import type { SheetWords } from '../../charts/layout/sheet.ts'
import type { Board } from './useBoard.ts'

/** What of the board one widget is drawn of. */
export interface PanelProps extends Pick<Board, 'turn' | 'change' | 'again'> {
  page: DashboardPage
  widget: BoardWidget
  answer: Figures | FiguresProblem | undefined
  /** what was chosen */
  area: string | undefined
  unit: string | undefined
  /** the area that is looked at where none was chosen */
  root: string | undefined
  /** the area that the numbers are of */
  told: string | undefined
  hasFailed: boolean
  words: () => SheetWords
}
