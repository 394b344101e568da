import type { FigureRow } from '../../../core/contract/statistics.ts'

/** Whether a locked number would be another one now. */
export const differs = ({ now, values }: FigureRow, at: number): boolean =>
  now !== undefined && (now[at] || null) !== (values[at] || null)
