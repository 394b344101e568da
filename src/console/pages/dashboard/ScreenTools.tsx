import type { DashboardPage } from '../../../core/contract/configuration.ts'
import { t } from '../../i18n/t.ts'
import { toggleFullScreen } from '../../navigation/maximised.ts'
import type { WallLight } from '../../theme/wall.ts'
import { Controls } from './Controls.tsx'
import type { Board } from './useBoard.ts'

interface Props {
  page: DashboardPage
  board: Board
  light: WallLight
  onLight: () => void
  onLeave: () => void
}

/** What moves a wall display; unseen while nobody stirs, and there for the keyboard all the time. */
export const ScreenTools = ({ page, board, light, onLight, onLeave }: Props) => (
  <div className="screen-tools" role="toolbar" aria-label={t('大屏的按钮')}>
    <Controls page={page} board={board} />
    <button type="button" className="button" onClick={onLight}>
      {light === 'night' ? t('日间') : t('夜间')}
    </button>
    <button type="button" className="button" onClick={toggleFullScreen}>
      {t('全屏')}
    </button>
    <button type="button" className="button" onClick={onLeave} title="Esc">
      {t('退出大屏')}
    </button>
  </div>
)
