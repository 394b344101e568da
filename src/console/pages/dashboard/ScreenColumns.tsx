import type { BoardWidget, DashboardPage } from '../../../core/contract/configuration.ts'
import { BoardParts } from './BoardGrid.tsx'
import type { Board } from './useBoard.ts'
import { Widget } from './Widget.tsx'

interface Props {
  page: DashboardPage
  board: Board
}

/** The widgets of a wall display: figures and the map in the middle, what explains them at its sides. */
export function ScreenColumns({ page, board }: Props) {
  const { widgets } = page
  const drawn = (some: readonly BoardWidget[]) =>
    some.map(widget => <Widget key={widget.name} page={page} widget={widget} board={board} />)
  const [left, right] = (['left', 'right'] as const).map(side => widgets.filter(one => one.side === side))
  const middle = widgets.filter(({ side }) => side === undefined)
  return (
    <BoardParts page={page} board={board} className="screen-columns">
      <div className="screen-side">{drawn(left ?? [])}</div>
      <div className="screen-middle">
        <div className="screen-figures">{drawn(middle.filter(isFigure))}</div>
        {drawn(middle.filter(widget => !isFigure(widget)))}
      </div>
      <div className="screen-side">{drawn(right ?? [])}</div>
    </BoardParts>
  )
}

const isFigure = ({ widget }: BoardWidget): boolean => widget === 'kpi'
