import type { CSSProperties } from 'react'
import { t } from '../../i18n/t.ts'
import { Board } from '../marks/Board.tsx'
import { markOf, type Mark } from '../marks/mark.ts'
import { legendHeight, StepLegend } from '../marks/StepLegend.tsx'
import { markProps } from '../marks/useMarks.ts'
import { classesFor, classOf } from '../model/classes.ts'
import { scaledText, scaleOf, valueText } from '../model/numbers.ts'
import type { PictureModule, PictureProps } from '../model/props.ts'
import { sentenceOf } from '../model/sentence.ts'
import { dimensionOf, gridOf, measuresOf, type Cell, type Grid } from '../model/series.ts'
import { WITHHELD } from '../model/table.ts'
import './heat.css'

interface Line extends Head {
  cells: readonly (Cell | undefined)[]
}
interface Head {
  key: string
  label: string
}

/** Lines and columns of the table; one line alone stands upright, where its columns have room for their names. */
function linesOf({ categories, series }: Grid): { heads: readonly Head[]; lines: Line[]; isTurned: boolean } {
  const isTurned = categories.length === 1 && series.length > 1
  if (isTurned) return { heads: categories, lines: series, isTurned }
  const lines = categories.map((one, at) => ({ ...one, cells: series.map(({ cells }) => cells[at]) }))
  return { heads: series, lines, isTurned }
}

/** Two dimensions as a table whose cells are the darker the larger their number is. */
function Heat(props: PictureProps) {
  const { figures, measures, dimensions, width, height, onOpen } = props
  const { heads, lines, isTurned } = linesOf(gridOf(figures, measures))
  const [measure] = measuresOf(figures, measures)
  if (!measure) return null
  const values = figures.rows.map(row => row.values[0] ?? null)
  const told = (bound: number) => valueText(bound, { ...measure, unit: '' })
  const classes = classesFor(values, told)
  const scale = scaleOf(Math.max(...values.map(value => value ?? 0), 0), measure)
  const marks: Mark[] = []
  const cells = lines.map((line, nth) =>
    heads.map((head, at) => {
      const row = line.cells[at]?.row
      if (!row) return undefined
      const title = isTurned ? `${head.label} ${line.label}` : `${line.label} ${head.label}`
      marks.push(markOf({ figures, row, measure, title, at, line: nth }))
      return { index: marks.length - 1, value: row.values[0] ?? null, withheld: row.withheld }
    }),
  )
  return (
    <>
      <Board
        width={width}
        height={height - legendHeight(width)}
        name={sentenceOf(props)}
        className="heat"
        marks={marks}
        onOpen={onOpen}
      >
        <table style={{ '--lines': lines.length + 1 } as CSSProperties}>
          <thead>
            <tr>
              <th scope="col">{t(dimensionOf(dimensions, figures.by[isTurned ? 1 : 0])?.label ?? '')}</th>
              {heads.map(({ key, label }) => (
                <th key={key} scope="col" title={label}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ key, label }, line) => (
              <tr key={key}>
                <th scope="row" title={label}>
                  {label}
                </th>
                {heads.map((column, at) => {
                  const cell = cells[line]?.[at]
                  if (!cell) return <td key={column.key} className="step-none" />
                  const text = cell.withheld ? WITHHELD : scaledText(cell.value, measure, scale)
                  return (
                    <td
                      key={column.key}
                      {...markProps(cell.index, marks[cell.index])}
                      className={classOf(cell.value, classes)}
                    >
                      {text}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </Board>
      <StepLegend classes={classes} unit={scale.unit} told={told} />
    </>
  )
}

export const heat: PictureModule = { Picture: Heat, sentence: sentenceOf }
