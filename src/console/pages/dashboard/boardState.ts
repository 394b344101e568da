import type { Controls } from '../../../core/contract/configuration.ts'
import { periodText, type Period } from '../../../core/period/period.ts'
import { t } from '../../i18n/t.ts'
import { periodOfPage } from '../../data/session/timeRange.ts'

/** What a dashboard looks at, as its URL says it. */
export interface BoardState {
  period?: Period
  /** absent: the person's own */
  area?: string
  unit?: string
  record?: string
  /** a former version of a locked table */
  version?: string
}

/** What the URL says; `problem`: what is wrong with it, in words, while the usual period stands in the state. */
export interface ReadState {
  state: BoardState
  problem?: string
}

/** `isOwn`: what other pages have looked at does not move it, as nobody sets right what hangs on a wall. */
export function readBoard(
  { period: modes, area, unit, record }: Controls,
  search: string,
  today: string,
  { isOwn = false } = {},
): ReadState {
  const query = new URLSearchParams(search)
  const read = modes && periodOfPage(query.get('period') ?? undefined, modes, today, { isOwn })
  const [code, chosen, one, version] = ['area', 'unit', 'record', 'version'].map(name => query.get(name))
  return {
    state: {
      ...(read ? { period: read.period } : {}),
      ...(area && code ? { area: code } : {}),
      ...(unit && chosen ? { unit: chosen } : {}),
      ...(record && one ? { record: one } : {}),
      ...(version ? { version } : {}),
    },
    ...(read?.problem ? { problem: t(read.problem.text, read.problem.values) } : {}),
  }
}

export function writeBoard({ period, area, unit, record, version }: BoardState): string {
  const query = new URLSearchParams()
  if (period) query.set('period', periodText(period))
  if (area) query.set('area', area)
  if (unit) query.set('unit', unit)
  if (record) query.set('record', record)
  if (version) query.set('version', version)
  const text = query.toString()
  return text ? `?${text}` : ''
}

/** The state as arguments of the call for figures. */
export const boardArgs = ({ period, area, unit, record, version }: BoardState): Record<string, string> => ({
  ...(period ? { period: periodText(period) } : {}),
  ...(area ? { area } : {}),
  ...(unit ? { unit } : {}),
  ...(record ? { record } : {}),
  ...(version ? { version } : {}),
})
