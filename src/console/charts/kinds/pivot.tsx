import { memo, useMemo } from 'react'
import { partsOf } from '../layout/paper.ts'
import { pivotOf, type Pivot, type PivotCell } from '../layout/pivot.ts'
import { Board } from '../marks/Board.tsx'
import { markOf, type Mark } from '../marks/mark.ts'
import { markProps } from '../marks/useMarks.ts'
import { differs } from '../model/locked.ts'
import { numberText, scaledText } from '../model/numbers.ts'
import type { PictureModule, PictureProps } from '../model/props.ts'
import { sentenceOf } from '../model/sentence.ts'
import { labelOf } from '../model/series.ts'
import { WITHHELD } from '../model/table.ts'
import './pivot.css'

/** A cross table: lines and columns of groups, several measures, totals that were counted and not summed. */
function PivotPicture(props: PictureProps) {
  const { figures, measures, dimensions, options, around, width, height, paper, onOpen } = props
  const pivot = useMemo(() => {
    const labels = figures.by.map(name => dimensions.find(one => one.name === name)?.label ?? name)
    const columns = Array.isArray(options.columns) ? options.columns.map(String) : undefined
    return pivotOf({ figures, measures, labels, columns, around })
  }, [figures, measures, dimensions, options, around])
  const marks = useMemo(() => marksOf(props.figures, pivot), [props.figures, pivot])
  const parts = paper !== undefined ? partsOf(pivot, paper, textOf) : undefined
  return (
    <Board width={width} height={height} name={sentenceOf(props)} className="pivot" marks={marks} onOpen={onOpen}>
      {parts ? (
        parts.map((part, i) => <Table key={i} pivot={part.pivot} marks={[]} widths={part.widths} />)
      ) : (
        <Table pivot={pivot} marks={marks} />
      )}
    </Board>
  )
}

function marksOf(figures: PictureProps['figures'], pivot: Pivot): Mark[] {
  return pivot.lines.flatMap(({ cells }, line) =>
    cells.flatMap(({ row, measure }, at) => {
      if (!row) return []
      const title = row.keys.map((_, i) => labelOf(row, i)).join(' · ')
      return [markOf({ figures, row, measure, title, at, line })]
    }),
  )
}

interface TableProps {
  pivot: Pivot
  marks: readonly Mark[]
  /** of its columns in pixels; without them each has what its texts need */
  widths?: readonly number[]
}
const Table = memo(function Table({ pivot, marks, widths }: TableProps) {
  const indexes = indexesOf(pivot)
  return (
    <table className={widths && 'is-part'} style={widths && { width: widths.reduce((sum, width) => sum + width, 0) }}>
      {widths && (
        <colgroup>
          {widths.map((width, i) => (
            <col key={i} style={{ width }} />
          ))}
        </colgroup>
      )}
      <thead>
        {pivot.heads.map((line, i) => (
          <tr key={i}>
            {line.map(({ key, label, columns, lines }, at) => (
              <th
                key={key}
                className={i === 0 && at === 0 ? 'is-first' : undefined}
                scope={columns > 1 ? 'colgroup' : 'col'}
                colSpan={columns}
                rowSpan={lines}
                title={label}
              >
                {label}
              </th>
            ))}
          </tr>
        ))}
      </thead>
      <tbody>
        {pivot.lines.map(({ heads, cells, isTotal }, line) => (
          <tr key={line} className={isTotal ? 'is-total' : undefined}>
            {heads.map(({ key, label, columns, lines }, at) => (
              <th
                key={key}
                className={isFirst(pivot, heads.length, at) || isTotal ? 'is-first' : undefined}
                scope={lines > 1 ? 'rowgroup' : 'row'}
                colSpan={columns}
                rowSpan={lines}
                title={label}
              >
                {label}
              </th>
            ))}
            {cells.map((cell, at) => {
              const index = indexes[line]?.[at]
              return index === undefined ? (
                <td key={at} />
              ) : (
                <td key={at} {...markProps(index, marks[index])} data-differs={differing(pivot, cell) ? '' : undefined}>
                  {textOf(cell)}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
})

/** Index of each cell's mark; a cell without a group has none. */
function indexesOf({ lines }: Pivot): (number | undefined)[][] {
  let next = 0
  return lines.map(({ cells }) => cells.map(({ row }) => (row ? next++ : undefined)))
}

/** Whether a head is one of the leftmost: a line has those alone that begin with it, the inner ones last. */
const isFirst = ({ side }: Pivot, heads: number, at: number): boolean => at === 0 && heads === side

const differing = ({ measures }: Pivot, { row, measure }: PivotCell): boolean =>
  row?.now !== undefined && differs(row, measures.indexOf(measure.name))

const ONE = { divisor: 1, unit: '' }
/** To the last digit: a table is what staff check and copy. */
function textOf({ row, measure, value }: PivotCell): string {
  if (row?.withheld) return WITHHELD
  if (measure.kind === 'share')
    return value === null ? scaledText(null, measure, ONE) : `${scaledText(value, measure, ONE)}%`
  if (value === null) return scaledText(null, measure, ONE)
  return measure.digits === undefined ? scaledText(value, measure, ONE) : numberText(value, measure.digits)
}

export const pivot: PictureModule = { Picture: PivotPicture, sentence: sentenceOf }
