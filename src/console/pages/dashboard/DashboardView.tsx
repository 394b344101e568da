import type { DashboardPage } from '../../../core/contract/configuration.ts'
import { lazyPart } from '../../boundaries/lazyPart.ts'
import { Part } from '../../boundaries/Part.tsx'
import { t } from '../../i18n/t.ts'
import { PageHead } from '../parts/PageHead.tsx'
import type { ViewProps } from '../parts/view.ts'
import { AsOf } from './AsOf.tsx'
import { BoardGrid } from './BoardGrid.tsx'
import { Controls } from './Controls.tsx'
import { PrintLine } from './PrintLine.tsx'
import { useBoard } from './useBoard.ts'
import { useRenewal } from './useRenewal.ts'
import './dashboard.css'

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
  useRenewal(page.every, board.again)
  return (
    <section className="page board">
      <PageHead page={page}>
        <Controls page={page} board={board} />
        <AsOf board={board} />
        <button type="button" className="link" onClick={() => void board.again()}>
          {t('刷新')}
        </button>
      </PageHead>
      <PrintLine board={board} />
      <BoardGrid page={page} board={board} />
    </section>
  )
}
