import type { Row } from '../../../core/contract/api.ts'
import type { DetailPage } from '../../../core/contract/configuration.ts'
import { CallError } from '../../data/errors.ts'
import { useCall } from '../../data/query.ts'
import { recordArgs } from '../first.ts'

export type DetailStatus = 'loading' | 'missing' | 'error' | 'ready'
export interface DetailController {
  row: Row | undefined
  status: DetailStatus
  error: Error | undefined
  retry: () => void
}

export function useDetailController(page: DetailPage, search: string): DetailController {
  const { data, error, mutate } = useCall<Row | null>(page.source, recordArgs(page.entity.key, search))
  const retry = () => void mutate()
  const row = data ?? undefined
  return { row, status: statusOf(row, data, error), error, retry }
}

function statusOf(row: Row | undefined, data: Row | null | undefined, error: Error | undefined): DetailStatus {
  if (error) return error instanceof CallError && error.status === 404 ? 'missing' : 'error'
  if (row) return 'ready'
  return data === undefined ? 'loading' : 'missing'
}
