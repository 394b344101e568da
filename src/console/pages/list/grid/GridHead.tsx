import { memo, type MouseEvent, type PointerEvent } from 'react'
import { t } from '../../../i18n/t.ts'
import { dragWidth } from './dragWidth.ts'
import { nextOrder, orderOf, placeOf, type LaidColumn } from './gridLayout.ts'

interface GridHeadProps {
  cells: LaidColumn[]
  sort: string | undefined
  onSort: (order: string | undefined) => void
  onResize: (name: string, width: number) => void
}

export const GridHead = memo(function GridHead({ cells, sort, onSort, onResize }: GridHeadProps) {
  const order = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    const name = target.closest<HTMLElement>('[data-sort]')?.dataset.sort
    if (name && target.dataset.resize === undefined) onSort(nextOrder(name, sort, event.shiftKey))
  }
  return (
    <thead onClick={order} onPointerDown={event => grab(event, onResize)}>
      <tr>
        {cells.map(one => (
          <Head
            key={one.column.name}
            laid={one}
            order={orderOf(one.column.name, sort)}
            place={placeOf(one.column.name, sort)}
          />
        ))}
      </tr>
    </thead>
  )
})

/** Begins at once: a short drag is over before code could be loaded for it. */
function grab(event: PointerEvent<HTMLElement>, onResize: GridHeadProps['onResize']): void {
  const edge = event.target as HTMLElement
  const name = edge.dataset.resize
  if (name === undefined || event.button !== 0) return
  event.preventDefault()
  edge.setPointerCapture(event.pointerId)
  dragWidth(edge, event.clientX, width => onResize(name, width))
}

function Head({
  laid: { column, className, style, span },
  order,
  place,
}: {
  laid: LaidColumn
  order: 'ascending' | 'descending' | undefined
  /** which of several sorted columns it is */
  place: number | undefined
}) {
  if (span) return <td className={className} colSpan={span} />
  const edge = column.resizable && (
    <span
      role="separator"
      tabIndex={0}
      className="edge"
      data-resize={column.name}
      aria-orientation="vertical"
      aria-label={t('{name}的列宽', { name: column.label })}
      aria-valuenow={column.width}
    />
  )
  if (!column.sortable)
    return (
      <th scope="col" className={className} style={style}>
        {column.title}
        {edge}
      </th>
    )
  return (
    <th scope="col" className={className} style={style} data-sort={column.name} aria-sort={order ?? 'none'}>
      <button type="button" className="sorter" title={t('点击排序，按住 Shift 再点可按多列排序')}>
        {column.title}
        <i />
        {place && <sup>{place}</sup>}
      </button>
      {edge}
    </th>
  )
}
