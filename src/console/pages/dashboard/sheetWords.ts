import type { BoardWidget, DashboardPage } from '../../../core/contract/configuration.ts'
import type { LockState } from '../../../core/contract/locks.ts'
import { unitLabel } from '../../../core/period/buckets.ts'
import { chosenLanguage, t } from '../../i18n/t.ts'
import type { SheetWords } from '../../charts/layout/sheet.ts'
import type { Board } from './useBoard.ts'

/** The period in words, as a report's head says it. */
function periodWords({ state: { period } }: Board): string | undefined {
  if (!period) return undefined
  const { start, end, by } = period
  if (by === 'range') return t('{from} 至 {to}', { from: start, to: end })
  return unitLabel(start, by, chosenLanguage() === 'zh' ? 'zh' : 'en')
}

/** Whose numbers these are, of when, and as of when. */
export function factsOf(board: Board): string[] {
  const { answer } = board
  const period = periodWords(board)
  const area = answer?.areas.at(-1)?.name
  return [
    ...(area ? [t('填报地区：{area}', { area: t(area) })] : []),
    ...(answer?.unit ? [t('单位：{name}', { name: t(answer.unit.name) })] : []),
    ...(answer?.record ? [t('只看 {name}', { name: answer.record.name })] : []),
    ...(period ? [t('报告期：{period}', { period })] : []),
    ...(answer ? [t('数据截至 {time}', { time: answer.asOf.slice(0, MINUTES) })] : []),
    ...(answer?.lock ? lockWords(answer.lock) : []),
  ]
}
const MINUTES = 16

const SHORT = 12
function lockWords(lock: LockState): string[] {
  if (lock.state === 'open' || lock.partly) return []
  const { by, unit, at, version, fingerprint } = lock
  return [
    t('{unit} {by} {at} 锁定，第 {version} 版，指纹 {print}', {
      unit: t(unit),
      by,
      at: at.slice(0, MINUTES),
      version,
      print: fingerprint.slice(0, SHORT),
    }),
  ]
}

/** The only title within a report is its own, and leads it; several name their tables below that of the page. */
export function onlyTitle({ widgets }: Pick<DashboardPage, 'widgets'>): string | undefined {
  const [title, ...others] = widgets.flatMap(one => one.title ?? [])
  return others.length === 0 ? title : undefined
}

/** What stands around a table of this page on paper; a page without `sheet` has its title and facts alone. */
export function sheetWords(page: DashboardPage, widget: BoardWidget, board: Board): SheetWords {
  const { above = [], notes = [], signatures = [], landscape = true } = page.sheet ?? {}
  const said = (texts: readonly string[]) => texts.map(text => t(text))
  return {
    title: t(widget.title ?? page.title),
    above: said(above),
    facts: factsOf(board),
    notes: said(notes),
    signatures: said(signatures),
    landscape,
  }
}
