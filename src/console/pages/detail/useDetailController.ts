import { useEffect } from 'react'
import { useApp } from '../../app/useApp.ts'
import type { Row } from '../../../core/contract/api.ts'
import type { DetailPage } from '../../../core/contract/configuration.ts'
import { CallError } from '../../data/http/errors.ts'
import { recount } from '../../data/counters.ts'
import { renew, useCall } from '../../data/http/query.ts'
import { recordArgs, recordKey } from '../parts/recordArgs.ts'

/** outdated: shows the last answer, because reloading failed */
export type DetailStatus = 'loading' | 'missing' | 'unnamed' | 'error' | 'outdated' | 'ready'
export interface DetailController {
  row: Row | undefined
  status: DetailStatus
  error: Error | undefined
  retry: () => void
}

export function useDetailController(page: DetailPage, search: string): DetailController {
  const app = useApp()
  // without a key in the address no request is sent
  const named = recordKey(page.entity.key, search) !== undefined
  const { data, error, mutate } = useCall<Row | null>(
    named ? page.source : undefined,
    recordArgs(page.entity.key, search),
  )
  // reading a message marks it as read: what shows its state elsewhere is read again
  useEffect(() => {
    if (!data || !page.source.changes?.length) return
    void recount(app, page.source)
    void renew(page.source.name)
  }, [app, data, page.source])
  const retry = () => void mutate()
  const row = data ?? undefined
  return { row, status: named ? statusOf(row, data, error) : 'unnamed', error, retry }
}

function statusOf(row: Row | undefined, data: Row | null | undefined, error: Error | undefined): DetailStatus {
  const status = error instanceof CallError ? error.status : 0
  if (error && status === 404) return 'missing'
  // after a 403 the old data is hidden, because the user may not see it any more
  if (error) return row && status !== 403 ? 'outdated' : 'error'
  if (row) return 'ready'
  return data === undefined ? 'loading' : 'missing'
}
