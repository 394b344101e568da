import { memo, Suspense, useMemo, useState, type ReactNode } from 'react'
import type { BoardWidget, DashboardPage } from '../../../core/contract/configuration.ts'
import type { Figures, FiguresProblem } from '../../../core/contract/statistics.ts'
import { valueText } from '../../charts/model/numbers.ts'
import { measuresOf, unitOf } from '../../charts/model/series.ts'
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
  const { name, help, width, height } = widget
  const figures = useMemo(
    () => (answer && !('state' in answer) ? figuresIn(wordsLanguage(), answer, widget.by) : answer),
    [answer, widget],
  )
  const drawn = figures && !('state' in figures) ? figures : undefined
  const title = drawn?.elsewhere?.title ?? widget.title
  if (widget.widget === 'heading')
    return (
      <h2 className={`board-heading w${width}`}>
        {t(title ?? '')}
        {help && <small className="weak">{t(help)}</small>}
      </h2>
    )
  return (
    <section
      className={`panel board-widget is-${widget.widget} w${width} h${height}`}
      data-widget={name}
      aria-label={t(title ?? name)}
    >
      {title !== undefined && (
        <Head {...{ title, widget, drawn, words, unit, asTable, setAsTable }} onWall={props.page.screen === true} />
      )}
      <div className="board-body">{bodyOf(props, figures, asTable)}</div>
    </section>
  )
})

interface HeadProps extends Pick<PanelProps, 'widget' | 'words' | 'unit'> {
  title: string
  /** undefined: no numbers are drawn */
  drawn: Figures | undefined
  asTable: boolean
  setAsTable: (asTable: boolean) => void
  onWall: boolean
}

function Head({ title, widget, drawn, words, unit, asTable, setAsTable, onWall }: HeadProps) {
  const { help, page } = widget
  const isOfAllUnits = unit !== undefined && widget.query !== undefined && widget.byUnit !== true
  return (
    <header>
      <h2 title={[t(title), help && t(help)].filter(Boolean).join('\n')}>
        {page ? <Link page={page}>{t(title)}</Link> : t(title)}
        {isOfAllUnits && <small className="weak">{t('不分单位')}</small>}
        {drawn && <Lacking widget={widget} figures={drawn} />}
        {drawn && onWall && <Total widget={widget} figures={drawn} />}
      </h2>
      {drawn && <Unit widget={widget} figures={drawn} />}
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
  )
}

interface Told {
  widget: BoardWidget
  figures: Figures
}

/** How many there are of what is cut into groups: on a wall nobody adds them up. */
function Total({ widget, figures }: Told) {
  const [measure, ...others] = measuresOf(figures, widget.measures)
  const value = figures.total.values[0]
  if (!measure || others.length > 0 || measure.kind === 'share' || figures.by.length === 0 || !value) return null
  return <small className="weak">{t('共 {value}', { value: valueText(value, measure) })}</small>
}

/** The unit of a ranking, once and above its numbers. */
function Unit({ widget, figures }: Told) {
  const unit = widget.widget === 'rank' ? unitOf(figures, widget.measures) : undefined
  return unit ? <em className="weak board-measure">{unit}</em> : null
}

/** Measures that a backend's own call does not have. */
function Lacking({ widget, figures }: { widget: BoardWidget; figures: Figures }) {
  const lacks = figures.elsewhere?.lacks ?? []
  if (lacks.length === 0) return null
  const labels = widget.measures.filter(({ name }) => lacks.includes(name)).map(({ label }) => t(label))
  const names = labels.join('、')
  return (
    <small className="weak" title={t('所接的后端没有这些数：{names}', { names })}>
      {t('无{names}', { names })}
    </small>
  )
}

const Worklist = lazyPart(async () => ({ default: (await import('../worklist/Worklist.tsx')).Worklist }))

/** Widgets that draw records of a list. */
const OF_ROWS: ReadonlySet<string> = new Set(['rows', 'cards', 'timeline'])

function bodyOf(props: PanelProps, figures: Figures | FiguresProblem | undefined, asTable: boolean): ReactNode {
  const { widget, hasFailed, again } = props
  if (widget.page && !widget.query && OF_ROWS.has(widget.widget))
    return <RowsBody {...props} onWall={props.page.screen === true} />
  if (widget.widget === 'worklist')
    return (
      <Suspense fallback={null}>
        <Worklist first={widget.options['rows'] as number | undefined} turn={props.turn} />
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
