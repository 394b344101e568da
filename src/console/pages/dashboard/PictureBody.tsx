import { memo, use, useCallback, useMemo, useRef, Suspense } from 'react'
import type { BoardWidget, DashboardPage } from '../../../core/contract/configuration.ts'
import type { Figures } from '../../../core/contract/statistics.ts'
import { emptyOf } from '../../charts/model/empty.ts'
import { t } from '../../i18n/t.ts'
import type { Board } from './useBoard.ts'
import { aroundOf } from './around.ts'
import { pictureModule } from './pictureModule.ts'
import { useOpenList } from './useOpenList.ts'
import { useSeen } from './useSeen.ts'
import { useSize } from './useSize.ts'
import { useSteady } from './useSteady.ts'

interface Props {
  page: DashboardPage
  widget: BoardWidget
  board: Board
  figures: Figures
}

/** The picture of a widget: waits until it is seen, and for its code. */
export function PictureBody({ page, widget, board, figures }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const size = useSize(box)
  const isSeen = useSeen(box)
  const onOpen = useSteady(useOpenList(figures))
  const onDrill = useSteady((area: string) => board.change({ area }))
  const area = board.state.area ?? board.answer?.areas.at(-1)?.code
  const empty = emptyOf(figures)
  return (
    <div ref={box} className="board-picture">
      {empty === 'none' && widget.widget !== 'kpi' ? (
        <p className="board-state none">{t('这一期还没有数据')}</p>
      ) : (
        size
        && isSeen && (
          <Suspense fallback={null}>
            <Drawn {...{ page, widget, figures, area, onOpen, onDrill }} {...size} />
          </Suspense>
        )
      )}
    </div>
  )
}

interface DrawnProps extends Omit<Props, 'board'> {
  width: number
  height: number
  area: string | undefined
  onOpen: ReturnType<typeof useOpenList>
  onDrill: (area: string) => void
}

/** Drawn again for other numbers, not whenever the page looks at something else whose numbers are still to come. */
const Drawn = memo(function Drawn({ page, widget, figures, width, height, area, onOpen, onDrill }: DrawnProps) {
  const loading = pictureModule(widget.widget)
  const module = loading && use(loading)
  const entries = useCallback((dict: string) => page.dictionaries[dict], [page])
  const around = useMemo(() => aroundOf(figures, columnsOf(widget)), [figures, widget])
  if (!module) return <p className="board-state none">{t('“{widget}”画不出来', { widget: widget.widget })}</p>
  const { Picture } = module
  return (
    <Picture
      figures={figures}
      measures={widget.measures}
      dimensions={widget.by}
      entries={entries}
      around={around}
      width={width}
      height={height}
      options={widget.options}
      onOpen={onOpen}
      {...(area === undefined ? {} : { area })}
      {...(page.controls.area?.drill ? { onDrill } : {})}
    />
  )
})

const columnsOf = ({ options }: BoardWidget): string[] | undefined =>
  Array.isArray(options['columns']) ? options['columns'].map(String) : undefined
