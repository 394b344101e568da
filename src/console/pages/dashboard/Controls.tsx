import type { DashboardPage } from '../../../core/contract/configuration.ts'
import { PeriodControl } from '../parts/PeriodControl.tsx'
import { lazyPart } from '../../boundaries/lazyPart.ts'
import { Part } from '../../boundaries/Part.tsx'
import { AreaControl } from './AreaControl.tsx'
import type { Board } from './useBoard.ts'

const UnitControl = lazyPart(async () => ({ default: (await import('./UnitControl.tsx')).UnitControl }))

/** What moves all numbers of the page. */
export function Controls({ page, board }: { page: DashboardPage; board: Board }) {
  const { state, answer, change } = board
  return (
    <>
      {page.controls.area && answer && <AreaControl areas={answer.areas} onPick={area => change({ area })} />}
      {page.controls.unit && (
        <Part>
          <UnitControl unit={state.unit ?? ''} onPick={unit => change({ unit })} />
        </Part>
      )}
      {page.controls.period && state.period && (
        <PeriodControl modes={page.controls.period} period={state.period} onChange={period => change({ period })} />
      )}
    </>
  )
}
