import { joinNames, t } from '../../i18n/t.ts'
import { changesOf } from './change.ts'
import { emptyOf } from './empty.ts'
import { valueText } from './numbers.ts'
import type { PictureProps } from './props.ts'
import { labelOf, measuresOf } from './series.ts'

type Told = Pick<PictureProps, 'figures' | 'measures'>

/** The highest and the lowest number, all together, and how it has changed. */
export function sentenceOf({ figures, measures }: Told): string {
  const empty = emptyOf(figures)
  if (empty === 'none') return t('暂无数据')
  const facts = measuresOf(figures, measures)
  const said = facts.map((_, at) => sentenceOfMeasure({ figures, measures: facts }, at))
  return `${said.join(t('；'))}${t('。')}`
}

function sentenceOfMeasure({ figures, measures }: Told, at: number): string {
  const measure = measures[at]
  if (!measure) return ''
  const total = t('{name}{value}', { name: t(measure.label), value: valueText(figures.total.values[at], measure) })
  const changes = changesOf(figures, figures.total, at, measure).map(({ word, text }) => `${word}${text}`)
  return [total, ...extremes({ figures, measures }, at), ...changes].join(t('，'))
}

/** A word for each end; several groups may share one. */
function extremes({ figures, measures }: Told, at: number): string[] {
  const [measure, rows] = [measures[at], figures.rows.filter(row => !row.rest && row.values[at] !== null)]
  const values = rows.map(row => row.values[at] ?? 0)
  if (!measure || figures.by.length === 0 || new Set(values).size < 2) return []
  const named = (value: number): string => {
    const names = rows
      .filter(row => row.values[at] === value)
      .map(row => row.keys.map((_, i) => labelOf(row, i)).join(' '))
    const shown = names.slice(0, 2)
    return names.length > 2 ? t('{names}等{n}项', { names: joinNames(shown), n: names.length }) : joinNames(shown)
  }
  const [most, least] = [Math.max(...values), Math.min(...values)]
  return [
    t('最高{name}（{value}）', { name: named(most), value: valueText(most, measure) }),
    t('最低{name}（{value}）', { name: named(least), value: valueText(least, measure) }),
  ]
}
