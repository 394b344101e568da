import type { ListPage } from '../../../core/contract/configuration.ts'
import { t } from '../../i18n/t.ts'
import type { Run } from '../actions/useActions.ts'
import { LoadError } from '../parts/ListStates.tsx'
import type { CompiledList } from './columns/columns.tsx'
import { useDrawnColumns } from './columns/useDrawnColumns.ts'
import { Grid } from './grid/Grid.tsx'
import { useFoundWords } from './grid/useFound.ts'
import { ListEmpty } from './ListEmpty.tsx'
import { wayBack, type ListController } from './query/useListController.ts'

interface ListRowsProps {
  page: ListPage
  list: ListController
  compiled: CompiledList
  run: Run
  rowHeight: number
}

const NO_ROWS: never[] = []

/** The rows of a list, or what stands in their place. An empty list keeps its column heads. */
export function ListRows({ page, list, compiled, run, rowHeight }: ListRowsProps) {
  const { shown, state, commands, status } = list
  const waiting = status === 'loading'
  const rows = (waiting ? undefined : shown?.rows) ?? NO_ROWS
  const columns = useDrawnColumns(compiled, rows)
  const found = useFoundWords(page.filters, state.filters)
  if (status === 'error')
    return (
      <LoadError
        what={t(page.title)}
        error={list.error}
        onRetry={commands.refresh}
        onReset={wayBack(state, commands)}
      />
    )
  return (
    <Grid
      rows={rows}
      first={shown?.first ?? 1}
      rowKey={page.entity.key}
      query={shown?.query ?? ''}
      totals={shown?.totals}
      name={t(page.title)}
      columns={columns}
      rowHeight={rowHeight}
      sort={state.sort}
      group={page.group}
      found={found}
      provideTop={compiled.provideTop}
      onSort={compiled.sort}
      onResize={compiled.resize}
      waiting={waiting}
      empty={
        rows.length === 0 && !waiting ? (
          <ListEmpty page={page} state={state} commands={commands} run={run} />
        ) : undefined
      }
    />
  )
}
