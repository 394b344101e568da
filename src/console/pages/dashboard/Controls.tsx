import type { DashboardPage } from '../../../core/contract/configuration.ts'
import { PeriodControl } from '../parts/PeriodControl.tsx'
import { lazyPart } from '../../boundaries/lazyPart.ts'
import { Part } from '../../boundaries/Part.tsx'
import { UNITS } from '../../../core/contract/unit.ts'
import { AreaControl } from './AreaControl.tsx'
import type { Board } from './useBoard.ts'

const RecordControl = lazyPart(async () => ({ default: (await import('./RecordControl.tsx')).RecordControl }))

/** What moves all numbers of the page. */
export function Controls({ page, board }: { page: DashboardPage; board: Board }) {
  const { state, answer, change } = board
  return (
    <>
      {page.controls.area && answer && <AreaControl areas={answer.areas} onPick={area => change({ area })} />}
      {page.controls.unit && (
        <Part>
          <RecordControl entity={UNITS} label="单位" value={state.unit ?? ''} onPick={unit => change({ unit })} />
        </Part>
      )}
      {page.controls.record && (
        <Part>
          <RecordControl {...page.controls.record} value={state.record ?? ''} onPick={record => change({ record })} />
        </Part>
      )}
      {page.controls.period && state.period && (
        <PeriodControl modes={page.controls.period} period={state.period} onChange={period => change({ period })} />
      )}
    </>
  )
}
