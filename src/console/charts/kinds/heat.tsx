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
import { dimensionOf, gridOf, measuresOf } from '../model/series.ts'
import { WITHHELD } from '../model/table.ts'
import './rank.css'
import './heat.css'

/** Two dimensions as a table whose cells are the darker the larger their number is. */
function Heat(props: PictureProps) {
  const { figures, measures, dimensions, width, height, onOpen } = props
  const { categories, series } = gridOf(figures, measures)
  const [measure] = measuresOf(figures, measures)
  if (!measure) return null
  const values = figures.rows.map(row => row.values[0] ?? null)
  const told = (bound: number) => valueText(bound, { ...measure, unit: '' })
  const classes = classesFor(values, told)
  const scale = scaleOf(Math.max(...values.map(value => value ?? 0), 0), measure)
  const marks: Mark[] = []
  const cells = categories.map(({ label }, line) =>
    series.map((column, at) => {
      const row = column.cells[line]?.row
      if (!row) return undefined
      marks.push(markOf({ figures, row, measure, title: `${label} ${column.label}`, at, line }))
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
        <table style={{ '--lines': categories.length + 1 } as CSSProperties}>
          <thead>
            <tr>
              <th scope="col">{t(dimensionOf(dimensions, figures.by[0])?.label ?? '')}</th>
              {series.map(({ key, label }) => (
                <th key={key} scope="col" title={label}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {categories.map(({ key, label }, line) => (
              <tr key={key}>
                <th scope="row" title={label}>
                  {label}
                </th>
                {series.map((column, at) => {
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
