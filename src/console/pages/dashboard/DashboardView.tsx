import type { DashboardPage } from '../../../core/contract/configuration.ts'
import { lazyPart } from '../../boundaries/lazyPart.ts'
import { Part } from '../../boundaries/Part.tsx'
import { t } from '../../i18n/t.ts'
import { PageHead } from '../parts/PageHead.tsx'
import type { ViewProps } from '../parts/view.ts'
import { AsOf } from './AsOf.tsx'
import { BoardGrid } from './BoardGrid.tsx'
import { Controls } from './Controls.tsx'
import { LockBar } from './LockBar.tsx'
import { PrintLine } from './PrintLine.tsx'
import { onlyTitle } from './sheetWords.ts'
import { SheetFoot, SheetHead } from './SheetWordsView.tsx'
import { useBoard } from './useBoard.ts'
import { useRenewal } from './useRenewal.ts'
import './dashboard.css'
import './sheet.css'

const ScreenView = lazyPart(async () => ({ default: (await import('./ScreenView.tsx')).ScreenView }))

/** A page of numbers: its controls move all widgets, and each number leads to its rows. */
export function DashboardView(props: ViewProps<DashboardPage>) {
  if (!props.page.screen) return <BoardView {...props} />
  return (
    <Part>
      <ScreenView {...props} />
    </Part>
  )
}

function BoardView({ page, search }: ViewProps<DashboardPage>) {
  const board = useBoard(page, search)
  const { answer } = board
  useRenewal(page.every, board.again)
  return (
    <section className={classOf(page)}>
      <PageHead page={page}>
        <Controls page={page} board={board} />
        <AsOf board={board} />
        <button type="button" className="link" onClick={() => void board.again()}>
          {t('刷新')}
        </button>
        {page.sheet && (
          <button type="button" className="link" disabled={!answer} onClick={() => window.print()}>
            {t('打印')}
          </button>
        )}
      </PageHead>
      {page.lock && answer?.lock && <LockBar route={page.route} rules={page.lock} lock={answer.lock} board={board} />}
      {page.sheet ? <SheetHead page={page} board={board} /> : <PrintLine board={board} />}
      <BoardGrid page={page} board={board} />
      <SheetFoot page={page} />
    </section>
  )
}

/** A report is printed as a sheet, the way its file says. */
function classOf(page: DashboardPage): string {
  const { sheet } = page
  if (!sheet) return 'page board'
  const titles = onlyTitle(page) === undefined ? 'has-titles' : 'has-title'
  return `page board is-sheet ${sheet.landscape ? 'is-landscape' : 'is-portrait'} ${titles}`
}
