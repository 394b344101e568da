import type { DashboardPage } from '../../../core/contract/configuration.ts'
import { periodName } from '../../../core/period/buckets.ts'
import { useApp } from '../../app/useApp.ts'
import { currentConfig } from '../../data/config/config.ts'
import { t, wordsLanguage } from '../../i18n/t.ts'
import { systemTitle } from '../../navigation/titles.ts'
import { wallVariables } from '../../theme/wall.ts'
import type { ViewProps } from '../parts/view.ts'
import { AsOf } from './AsOf.tsx'
import { Clock } from './Clock.tsx'
import { ScreenColumns } from './ScreenColumns.tsx'
import { ScreenTools } from './ScreenTools.tsx'
import { useBoard, type Board } from './useBoard.ts'
import { useIdle } from './useIdle.ts'
import { useLeaving } from './useLeaving.ts'
import { useRenewal } from './useRenewal.ts'
import { useStage } from './useStage.ts'
import { useWallLight } from './useWallLight.ts'
import './screen.css'

const IDLE_MS = 5000

/**
 * A wall display: the whole window in colours of its own, everything at once and as large as the window lets it.
 * Numbers that could not be renewed stay, and say until when they are.
 */
export function ScreenView({ page, search }: ViewProps<DashboardPage>) {
  const app = useApp()
  const board = useBoard(page, search)
  const { size, isWide } = useStage()
  const leave = useLeaving()
  const isIdle = useIdle(IDLE_MS)
  const [light, turn] = useWallLight()
  useRenewal(page.every, board.again)
  const { manifest, boot } = currentConfig(app)
  return (
    <section className={isIdle ? 'screen is-idle' : 'screen'} style={wallVariables(light)} aria-label={t(page.title)}>
      <div className={isWide ? 'screen-stage is-wide' : 'screen-stage'} style={size} data-scaled="">
        <header className="screen-head">
          <Clock />
          <h1>{systemTitle(manifest.app, boot?.user)}</h1>
          <Looked board={board} />
        </header>
        <ScreenColumns page={page} board={board} />
        <ScreenTools page={page} board={board} light={light} onLight={turn} onLeave={leave} />
      </div>
    </section>
  )
}

/** Which area, which time, and until when: whoever stands before it cannot ask. */
function Looked({ board }: { board: Board }) {
  const { answer, state } = board
  const area = answer?.areas.at(-1)
  return (
    <p className="screen-looked">
      {area && <span>{t(area.name)}</span>}
      {state.period && <span>{periodName(state.period, wordsLanguage())}</span>}
      <AsOf board={board} onWall />
    </p>
  )
}
