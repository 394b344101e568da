import { memo, use, useCallback, useMemo, useRef, Suspense } from 'react'
import type { BoardWidget } from '../../../core/contract/configuration.ts'
import type { Figures } from '../../../core/contract/statistics.ts'
import { emptyOf } from '../../charts/model/empty.ts'
import { useOnPaper } from '../../theme/useOnPaper.ts'
import { t } from '../../i18n/t.ts'
import { aroundOf } from './around.ts'
import { pictureModule } from './pictureModule.ts'
import { useOpenList } from './useOpenList.ts'
import { useSeen } from './useSeen.ts'
import type { PanelProps } from './panel.ts'
import { paperWidth } from './paperWidth.ts'
import { useSize } from './useSize.ts'
import { useSteady } from './useSteady.ts'

interface Props extends Pick<PanelProps, 'page' | 'widget' | 'area' | 'root' | 'told' | 'change'> {
  figures: Figures
}

/** The picture of a widget: waits until it is seen, and for its code. */
export function PictureBody({ page, widget, area, root, told, change, figures }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const size = useSize(box)
  const isSeen = useSeen(box)
  const isOnPaper = useOnPaper()
  const paper = paperWidth(page, widget)
  const onOpen = useSteady(useOpenList(figures))
  const onDrill = useCallback((into: string) => change({ area: into }), [change])
  // others are drawn of their numbers alone
  const looked = widget.widget === 'map' ? (area ?? root) : undefined
  const late = looked !== undefined && told !== undefined && looked !== told
  const empty = emptyOf(figures)
  return (
    <div ref={box} className="board-picture">
      {empty === 'none' && widget.widget !== 'kpi' ? (
        <p className="board-state none">{t('这一期还没有数据')}</p>
      ) : (
        size
        && isSeen && (
          <Suspense fallback={null}>
            <Drawn
              {...{ page, widget, figures, onOpen, onDrill }}
              {...size}
              {...(isOnPaper ? { width: paper, paper } : {})}
              area={looked}
              late={late}
            />
          </Suspense>
        )
      )}
    </div>
  )
}

interface DrawnProps extends Pick<Props, 'page' | 'widget' | 'figures'> {
  width: number
  height: number
  /** the width once more, while the page is printed */
  paper?: number
  area: string | undefined
  late: boolean
  onOpen: ReturnType<typeof useOpenList>
  onDrill: (area: string) => void
}

/** Drawn again for other numbers, not whenever the page looks at something else whose numbers are still to come. */
const Drawn = memo(function Drawn({
  page,
  widget,
  figures,
  width,
  height,
  paper,
  area,
  late,
  onOpen,
  onDrill,
}: DrawnProps) {
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
      paper={paper}
      options={widget.options}
      onOpen={onOpen}
      {...(page.screen ? { onWall: true as const } : {})}
      {...(area === undefined ? {} : { area, late })}
      {...(page.controls.area?.drill ? { onDrill } : {})}
    />
  )
})

const columnsOf = ({ options }: BoardWidget): string[] | undefined =>
  Array.isArray(options['columns']) ? options['columns'].map(String) : undefined
