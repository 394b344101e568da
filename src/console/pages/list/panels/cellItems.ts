import type { Row } from '../../../../core/contract/api.ts'
import type { Filter, ListPage } from '../../../../core/contract/configuration.ts'
import { t } from '../../../i18n/t.ts'
import { EMPTY, EMPTY_NAME } from '../../../fields/values/words.ts'
import type { CompiledList } from '../columns/columns.tsx'
import type { GridColumn } from '../grid/gridColumn.ts'
import { nextOrder, orderOf, placeOfCell } from '../grid/gridLayout.ts'
import { filterOf } from '../query/cellFilter.ts'
import type { CellMenuItem } from './CellMenu.tsx'

interface Here {
  /** with the filters that the tab leaves open */
  page: ListPage
  compiled: CompiledList
  /** the server knows the words of filters */
  hasWords: boolean
}

const filterFor = ({ page }: Here, column: GridColumn | undefined): Filter | undefined =>
  page.filters.find(({ name }) => name === column?.name)

function onlyThis(here: Here, row: Row, cell: HTMLTableCellElement): CellMenuItem[] {
  const column = here.compiled.columns.columns()[placeOfCell(cell)]
  const filter = filterFor(here, column)
  const value = filter && filterOf(filter, row[filter.name], here.hasWords)
  const now = here.compiled.now()
  if (!column || !filter || value === undefined || !now) return []
  const { filters } = now.state
  const { label } = column
  if (filters[filter.name] === value)
    return [
      {
        label: t('去掉筛选条件“{label}”', { label }),
        pick: () => {
          const { [filter.name]: _, ...rest } = filters
          now.commands.query(rest)
        },
      },
    ]
  return [
    {
      label: t('只看“{label}：{value}”', { label, value: nameOf(cell, value) }),
      pick: () => now.commands.query({ ...filters, [filter.name]: value }),
    },
  ]
}

const nameOf = (cell: HTMLTableCellElement, value: string): string =>
  value === EMPTY ? t(EMPTY_NAME) : cell.textContent.trim() || value

function ofHead(here: Here, head: HTMLTableCellElement): CellMenuItem[] {
  const column = here.compiled.columns.columns()[placeOfCell(head)]
  const now = here.compiled.now()
  if (!column || !now) return []
  const { sort } = now.state
  const order = orderOf(column.name, sort)
  const sorting: CellMenuItem[] = column.sortable
    ? [
        { label: t('按此列升序'), pick: () => now.commands.sort(column.name) },
        { label: t('按此列降序'), pick: () => now.commands.sort(`${column.name} desc`) },
        ...(sort && order === undefined
          ? [{ label: t('再按此列排序'), pick: () => now.commands.sort(nextOrder(column.name, sort, true)) }]
          : []),
        ...(order === undefined ? [] : [{ label: t('恢复默认排序'), pick: () => now.commands.sort(undefined) }]),
      ]
    : []
  const filter = filterFor(here, column)
  return [
    ...sorting,
    ...(filter
      ? [
          {
            label: t('按“{label}”筛选', { label: t(filter.label) }),
            pick: () => here.compiled.reveal(filter.name),
          },
        ]
      : []),
  ]
}

/** What the menu offers at an element of the grid: a cell's value, each value of a row, the column of a head. */
export function itemsAt(here: Here, target: HTMLElement, rowOf: (key: string) => Row | undefined): CellMenuItem[] {
  const head = target.closest<HTMLTableCellElement>('thead th')
  if (head) return ofHead(here, head)
  const line = target.closest<HTMLTableRowElement>('tr.grid-row')
  const row = line && rowOf(line.dataset.rowKey ?? '')
  if (!line || !row) return []
  const cell = target.closest('td')
  return (cell ? [cell] : [...line.cells]).flatMap(one => onlyThis(here, row, one))
}
