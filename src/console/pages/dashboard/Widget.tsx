import { memo, Suspense, useMemo, useState, type ReactNode } from 'react'
import type { BoardWidget, DashboardPage } from '../../../core/contract/configuration.ts'
import type { Figures, FiguresProblem } from '../../../core/contract/statistics.ts'
import { figuresIn } from '../../charts/model/words.ts'
import { lazyPart } from '../../boundaries/lazyPart.ts'
import { t, wordsLanguage } from '../../i18n/t.ts'
import { Link } from './Link.tsx'
import type { PanelProps } from './panel.ts'
import { PictureBody } from './PictureBody.tsx'
import { PlainBody } from './PlainBody.tsx'
import { RowsBody } from './RowsBody.tsx'
import { sheetWords } from './sheetWords.ts'
import type { Board } from './useBoard.ts'
import { useSteady } from './useSteady.ts'
import { WidgetMenu } from './WidgetMenu.tsx'
import { WidgetTable } from './WidgetTable.tsx'

interface Props {
  page: DashboardPage
  widget: BoardWidget
  board: Board
}

/** One widget of the board, drawn anew when what concerns it has changed and not with every step of the page. */
export function Widget({ page, widget, board }: Props) {
  const { state, answer, turn, error, change, again } = board
  const words = useSteady(() => sheetWords(page, widget, board))
  return (
    <Panel
      {...{ page, widget, turn, words, change, again }}
      answer={answer?.widgets[widget.name]}
      area={state.area}
      unit={state.unit}
      root={answer?.areas[0]?.code}
      told={answer?.areas.at(-1)?.code}
      hasFailed={error !== undefined}
    />
  )
}

/** A widget in its place of the grid; whatever happens to its numbers, its room stays the same. */
const Panel = memo(function Panel(props: PanelProps) {
  const [asTable, setAsTable] = useState(false)
  const { widget, answer, unit, words } = props
  const { name, title, help, width, height } = widget
  const figures = useMemo(
    () => (answer && !('state' in answer) ? figuresIn(wordsLanguage(), answer, widget.by) : answer),
    [answer, widget],
  )
  if (widget.widget === 'heading')
    return (
      <h2 className={`board-heading w${width}`}>
        {t(title ?? '')}
        {help && <small className="weak">{t(help)}</small>}
      </h2>
    )
  const isOfAllUnits = unit !== undefined && widget.query !== undefined && widget.byUnit !== true
  const drawn = figures && !('state' in figures) ? figures : undefined
  return (
    <section
      className={`panel board-widget is-${widget.widget} w${width} h${height}`}
      data-widget={name}
      aria-label={t(title ?? name)}
    >
      {title !== undefined && (
        <header>
          <h2 title={[t(title), help && t(help)].filter(Boolean).join('\n')}>
            {widget.page ? <Link page={widget.page}>{t(title)}</Link> : t(title)}
            {isOfAllUnits && <small className="weak">{t('不分单位')}</small>}
          </h2>
          {drawn && (
            <WidgetMenu
              widget={widget}
              figures={drawn}
              words={words}
              asTable={asTable}
              onTable={() => setAsTable(!asTable)}
            />
          )}
        </header>
      )}
      <div className="board-body">{bodyOf(props, figures, asTable)}</div>
    </section>
  )
})

const Worklist = lazyPart(async () => ({ default: (await import('../worklist/Worklist.tsx')).Worklist }))

/** Widgets that draw records of a list. */
const OF_ROWS: ReadonlySet<string> = new Set(['rows', 'cards', 'timeline'])

function bodyOf(props: PanelProps, figures: Figures | FiguresProblem | undefined, asTable: boolean): ReactNode {
  const { widget, hasFailed, again } = props
  if (widget.page && !widget.query && OF_ROWS.has(widget.widget)) return <RowsBody {...props} />
  if (widget.widget === 'worklist')
    return (
      <Suspense fallback={null}>
        <Worklist widget={widget} turn={props.turn} />
      </Suspense>
    )
  if (!widget.query) return <PlainBody widget={widget} />
  if (!figures) return hasFailed ? null : <p className="board-wait" aria-label={t('正在读取')} />
  if ('state' in figures)
    return (
      <div className={`board-state ${figures.state}`} role={figures.state === 'failed' ? 'alert' : undefined}>
        <p>{t(figures.message)}</p>
        {figures.state === 'failed' && (
          <button type="button" className="link" onClick={() => void again()}>
            {t('重试')}
          </button>
        )}
      </div>
    )
  return asTable ? <WidgetTable widget={widget} figures={figures} /> : <PictureBody {...props} figures={figures} />
}
