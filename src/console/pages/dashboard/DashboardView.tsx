import type { DashboardPage } from '../../../core/contract/configuration.ts'
import { t } from '../../i18n/t.ts'
import { NotRead } from '../parts/NotRead.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import { PeriodControl } from '../parts/PeriodControl.tsx'
import type { ViewProps } from '../parts/view.ts'
import { AreaControl } from './AreaControl.tsx'
import { LockBar } from './LockBar.tsx'
import { SheetFoot, SheetHead } from './SheetWordsView.tsx'
import { useBoard } from './useBoard.ts'
import { useRenewal } from './useRenewal.ts'
import { Widget } from './Widget.tsx'
import './dashboard.css'
import './sheet.css'

/** A page of numbers: its controls move all widgets, and each number leads to its rows. */
export function DashboardView({ page, search }: ViewProps<DashboardPage>) {
  const board = useBoard(page, search)
  const { state, answer, problem, error } = board
  useRenewal(page.every, board.again)
  return (
    <section className={classOf(page)}>
      <PageHead page={page}>
        {page.controls.area && answer && <AreaControl areas={answer.areas} onPick={area => board.change({ area })} />}
        {page.controls.period && state.period && (
          <PeriodControl
            modes={page.controls.period}
            period={state.period}
            onChange={period => board.change({ period })}
          />
        )}
        {answer && <span className="weak board-as-of">{t('数据截至 {time}', { time: answer.asOf.slice(0, 16) })}</span>}
        <button type="button" className="link" onClick={board.again}>
          {t('刷新')}
        </button>
        {page.sheet && (
          <button type="button" className="link" disabled={!answer} onClick={() => window.print()}>
            {t('打印')}
          </button>
        )}
      </PageHead>
      {page.lock && answer?.lock && <LockBar route={page.route} rules={page.lock} lock={answer.lock} board={board} />}
      {page.sheet && <SheetHead page={page} board={board} />}
      {problem !== undefined && (
        <div className="state" role="alert">
          <p>{problem}</p>
          <button type="button" className="button" onClick={() => board.change({})}>
            {t('看默认的一期')}
          </button>
        </div>
      )}
      {error && <NotRead what={t(page.title)} because={error.message} onRetry={board.again} />}
      {problem === undefined && (
        <div className={board.stale ? 'board-grid stale' : 'board-grid'} aria-busy={board.stale || !answer}>
          {page.widgets.map(widget => (
            <Widget key={widget.name} page={page} widget={widget} board={board} />
          ))}
        </div>
      )}
      <SheetFoot page={page} />
    </section>
  )
}

/** A report is printed as a sheet, the way its file says. */
const classOf = ({ sheet }: DashboardPage): string =>
  sheet ? `page board is-sheet ${sheet.landscape ? 'is-landscape' : 'is-portrait'}` : 'page board'
