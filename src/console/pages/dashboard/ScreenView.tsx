import type { DashboardPage } from '../../../core/contract/configuration.ts'
import { useApp } from '../../app/useApp.ts'
import { currentConfig } from '../../data/config/config.ts'
import { t } from '../../i18n/t.ts'
import { toggleFullScreen } from '../../navigation/maximised.ts'
import { systemTitle } from '../../navigation/titles.ts'
import type { ViewProps } from '../parts/view.ts'
import { AsOf } from './AsOf.tsx'
import { BoardGrid } from './BoardGrid.tsx'
import { Controls } from './Controls.tsx'
import { useBoard } from './useBoard.ts'
import { useRenewal } from './useRenewal.ts'
import { Clock } from './Clock.tsx'
import { useDark } from './useDark.ts'
import { useLeaving } from './useLeaving.ts'
import { useStage } from './useStage.ts'
import './screen.css'

/**
 * A wall display: the whole window, dark whatever the reader has chosen, everything at once and as large as the window
 * lets it. Numbers that could not be renewed stay, and say until when they are.
 */
export function ScreenView({ page, search }: ViewProps<DashboardPage>) {
  const app = useApp()
  const board = useBoard(page, search)
  const stage = useStage()
  const leave = useLeaving()
  useRenewal(page.every, board.again)
  useDark()
  const { manifest, boot } = currentConfig(app)
  return (
    <section className="screen" aria-label={t(page.title)}>
      <div className="screen-stage" style={stage}>
        <header className="screen-head">
          <div className="screen-tools">
            <Clock />
            <Controls page={page} board={board} />
          </div>
          <h1>{systemTitle(manifest.app, boot?.user)}</h1>
          <div className="screen-tools is-last">
            <AsOf board={board} />
            <button type="button" className="link" onClick={toggleFullScreen}>
              {t('全屏')}
            </button>
            <button type="button" className="link" onClick={leave} title="Esc">
              {t('退出大屏')}
            </button>
          </div>
        </header>
        <BoardGrid page={page} board={board} />
      </div>
    </section>
  )
}
