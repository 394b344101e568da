import { useMemo } from 'react'
import { t } from '../../i18n/t.ts'
import { layoutCloud } from '../layout/cloud.ts'
import { Chart } from '../marks/Chart.tsx'
import { markOf } from '../marks/mark.ts'
import { markProps } from '../marks/useMarks.ts'
import { COLOURS } from '../model/colours.ts'
import type { PictureModule, PictureProps } from '../model/props.ts'
import { sentenceOf } from '../model/sentence.ts'
import { gridOf } from '../model/series.ts'
import './cloud.css'

const NOTE = 18

/** Words as large as their numbers; how many found no room is said. */
function Cloud(props: PictureProps) {
  const { figures, measures, width, height, onOpen } = props
  const { categories, series } = useMemo(() => gridOf(figures, measures), [figures, measures])
  const [one] = series
  const { words, left } = useMemo(() => {
    const given = categories.map(({ label }, at) => ({ text: label, value: one?.cells[at]?.value ?? null }))
    return layoutCloud(given, width, height - NOTE)
  }, [categories, one, width, height])
  const marks = words.flatMap(({ at, x, y }, i) => {
    const row = one?.cells[at]?.row
    const title = categories[at]?.label ?? ''
    return one && row ? [markOf({ figures, row, measure: one.measure, title, at: i, line: 0, x, y })] : []
  })
  return (
    <Chart width={width} height={height} name={sentenceOf(props)} marks={marks} onOpen={onOpen}>
      {words.map(({ at, x, y, size }, i) => (
        <text
          key={at}
          {...markProps(i, marks[i])}
          className={`mark word c${(at % COLOURS) + 1}`}
          x={x}
          y={y}
          dy=".35em"
          textAnchor="middle"
          style={{ fontSize: size }}
        >
          {categories[at]?.label}
        </text>
      ))}
      {left > 0 && (
        <text x={width} y={height - 4} textAnchor="end">
          {t('另有 {n} 个词放不下', { n: left })}
        </text>
      )}
    </Chart>
  )
}

export const cloud: PictureModule = { Picture: Cloud, sentence: sentenceOf }
