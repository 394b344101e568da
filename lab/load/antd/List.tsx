import Button from 'antd/es/button'
import Space from 'antd/es/space'
import Table from 'antd/es/table'
import type { TablePaginationConfig } from 'antd/es/table'
import { useCallback, useMemo, useState, type Key } from 'react'
import type { ListColumn } from './columns.tsx'
import { useList, type Item, type Query } from './data.ts'
import type { DictionaryName } from './dictionaries.ts'
import { Filters, type Values } from './Filters.tsx'

export interface ListDefinition {
  path: string
  columns: ListColumn[]
  status: DictionaryName
  kind: DictionaryName
}

const firstQuery = (): Query => ({
  pageNo: 1,
  pageRowNo: Number(new URLSearchParams(location.search).get('pageSize') ?? 20),
})
const SIZES = [20, 50, 200, 1000]
const showTotal = (total: number): string => `${total} in all`

/** A page's component, with everything that does not depend on its state made once. */
export function makeList({ path, columns, status, kind }: ListDefinition) {
  const scroll = { x: columns.reduce((sum, { width }) => sum + Number(width), 0) }
  return function List() {
    const [query, setQuery] = useState(firstQuery)
    const [selected, setSelected] = useState<Key[]>([])
    const data = useList(path, query)
    const search = useCallback((values: Values) => {
      const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== '')
      setQuery(old => ({ pageNo: 1, pageRowNo: old.pageRowNo, ...Object.fromEntries(given) }))
    }, [])
    const rowSelection = useMemo(() => ({ selectedRowKeys: selected, onChange: setSelected }), [selected])
    const pagination = useMemo<TablePaginationConfig>(
      () => ({
        current: query.pageNo,
        pageSize: query.pageRowNo,
        total: data?.totalRecord ?? 0,
        showSizeChanger: true,
        pageSizeOptions: SIZES,
        showTotal,
        onChange: (pageNo, pageRowNo) => setQuery(old => ({ ...old, pageNo, pageRowNo })),
      }),
      [query, data],
    )
    return (
      <>
        <Filters status={status} kind={kind} onSearch={search} />
        <Space style={{ marginBottom: 8 }}>
          <Button type="primary">New</Button>
          <Button disabled={selected.length === 0}>Close selected ({selected.length})</Button>
        </Space>
        <Table<Item>
          rowKey="id"
          size="middle"
          columns={columns}
          dataSource={data?.list ?? []}
          loading={!data}
          scroll={scroll}
          rowSelection={rowSelection}
          pagination={pagination}
        />
      </>
    )
  }
}
