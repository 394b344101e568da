import { useMemo } from 'react'
import type { BoardWidget, ListPage } from '../../../core/contract/configuration.ts'
import type { ListAnswer, Row } from '../../../core/contract/api.ts'
import { useApp } from '../../app/useApp.ts'
import { useCall } from '../../data/http/query.ts'
import { Cell } from '../../fields/cells/Cell.tsx'
import { filterText } from '../../fields/values/query.ts'
import { t } from '../../i18n/t.ts'
import { listArgs } from '../list/query/state.ts'
import { NotRead } from '../parts/NotRead.tsx'
import { usePageOf } from '../parts/usePageOf.ts'

const FIRST = 8
/** The first columns say what a row is; the list itself says the rest. */
const COLUMNS = 4

/** The first rows of a list, as the list would show them. */
export function RowsBody({ widget }: { widget: BoardWidget }) {
  const { page, error, retry } = usePageOf(widget.page ?? '', 'list')
  if (error) return <NotRead what={t(widget.title ?? widget.name)} onRetry={retry} />
  return page ? <Rows widget={widget} page={page} /> : null
}
