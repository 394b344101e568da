import Button from 'antd/es/button'
import Tag from 'antd/es/tag'
import type { ColumnType as TableColumnType } from 'antd/es/table'
import { memo, type ReactNode } from 'react'
import type { Item } from './data.ts'
import { DICTIONARIES, type DictionaryName } from './dictionaries.ts'

export type ListColumn = TableColumnType<Item>
/** A cell is drawn again only when its record is another one. */
const changed = (a: Item, b: Item): boolean => a !== b
const column = (dataIndex: string, title: string, width: number, more: Partial<ListColumn> = {}): ListColumn => ({
  key: dataIndex,
  dataIndex,
  title,
  width,
  shouldCellUpdate: changed,
  ...more,
})

export const text = (name: string, title: string, width: number): ListColumn => column(name, title, width)
export const number = (name: string, title: string, width: number): ListColumn =>
  column(name, title, width, { align: 'right' })
export const link = (name: string, title: string, width: number): ListColumn =>
  column(name, title, width, { render: (value: string, row) => <a href={`#/detail/${row.id}`}>{value}</a> })
export const image = (name: string, title: string, width: number): ListColumn =>
  column(name, title, width, { render: (value: string) => <a href={`/file/${value}`}>{value}</a> })
export const dict = (name: string, title: string, width: number, of: DictionaryName): ListColumn =>
  column(name, title, width, { render: (value: string): ReactNode => <DictTag of={of} value={value} /> })

const DictTag = memo(function DictTag({ of, value }: { of: DictionaryName; value: string }) {
  const known = DICTIONARIES[of][value]
  return known ? <Tag color={known[1] ?? 'default'}>{known[0]}</Tag> : value
})

export interface RowAction {
  key: string
  title: string
  shown: (row: Item) => boolean
}
export const actions = (list: RowAction[]): ListColumn => ({
  key: 'actions',
  title: 'Actions',
  width: 200,
  shouldCellUpdate: changed,
  render: (_value: unknown, row) =>
    list.map(
      ({ key, title, shown }) =>
        shown(row) && (
          <Button key={key} type="link" size="small">
            {title}
          </Button>
        ),
    ),
})
