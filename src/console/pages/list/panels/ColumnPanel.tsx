import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useApp } from '../../../app/useApp.ts'
import type { ListPage } from '../../../../core/contract/configuration.ts'
import { Choose } from '../../../fields/pickers/Choose.tsx'
import { t } from '../../../i18n/t.ts'
import { saveColumns } from '../columns/columnPrefs.ts'
import { toStored, type ColumnStore } from '../columns/columnStore.ts'
import { NARROWEST, WIDEST, withinBounds, type FixedSide, type StoredColumn } from '../grid/settings.ts'
import { moved } from './order.ts'
import { SidePanel } from './Sheet.tsx'

interface ColumnPanelProps {
  page: ListPage
  store: ColumnStore
  /** its button */
  under?: HTMLElement | undefined
  onClose: () => void
}

/** Settings of columns: visibility, order, width and fixed columns. */
export function ColumnPanel({ page, store, under, onClose }: ColumnPanelProps) {
  const app = useApp()
  const [columns, setColumns] = useState(store.setting)
  // a width that is being typed is taken when its field is left
  const isTyping = useRef(false)
  const isChanged = () => isTyping.current || JSON.stringify(columns) !== JSON.stringify(store.setting())
  const put = (next: StoredColumn) => setColumns(old => old.map(one => (one.name === next.name ? next : one)))
  const finish = (stored: ReturnType<ColumnStore['stored']>) => {
    store.apply(stored)
    void saveColumns(app, page.route, stored).catch(() => undefined)
    onClose()
  }
  const shown = columns.filter(column => column.shown).length
  const buttons = (close: () => void) => (
    <>
      <button type="button" className="button" onClick={() => finish(undefined)}>
        {t('恢复默认')}
      </button>
      <span className="space" />
      <button type="button" className="button" onClick={close}>
        {t('取消')}
      </button>
      <button type="button" className="button primary" onClick={() => finish(toStored(columns, store.label))}>
        {t('应用')}
      </button>
    </>
  )
  return (
    <SidePanel title={t('列设置')} under={under} isChanged={isChanged} onClose={onClose} foot={buttons}>
      <p className="weak">
        {t('拖动或按上下键排列；已显示 {n} 列，共 {total} 列', { n: shown, total: columns.length })}
      </p>
      <Sortable columns={columns} label={store.label} onMove={(from, to) => setColumns(old => moved(old, from, to))}>
        {column => (
          <Settings
            page={page}
            column={column}
            label={store.label(column.name)}
            last={shown === 1 && column.shown}
            onPut={put}
            onTyping={typing => {
              isTyping.current = typing
            }}
          />
        )}
      </Sortable>
    </SidePanel>
  )
}

interface SortableProps {
  columns: StoredColumn[]
  /** heading of a column; what is stored has the one of then, and nothing at first */
  label: (name: string) => string
  onMove: (from: number, to: number) => void
  children: (column: StoredColumn) => React.ReactNode
}

function Sortable({ columns, label, onMove, children }: SortableProps) {
  const list = useRef<HTMLUListElement>(null)
  const [held, setHeld] = useState<string | undefined>()
  const drag = (event: PointerEvent) => {
    const box = list.current?.getBoundingClientRect()
    if (held === undefined || !box) return
    const from = columns.findIndex(({ name }) => name === held)
    const to = Math.min(
      columns.length - 1,
      Math.max(0, Math.floor(((event.clientY - box.top) / box.height) * columns.length)),
    )
    if (to !== from) onMove(from, to)
  }
  const key = (event: KeyboardEvent, from: number) => {
    const to = from + (event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0)
    if (to === from) return
    event.preventDefault()
    if (to >= 0 && to < columns.length) onMove(from, to)
  }
  return (
    <ul
      ref={list}
      className="column-list"
      onPointerMove={drag}
      onPointerUp={() => setHeld(undefined)}
      onPointerCancel={() => setHeld(undefined)}
    >
      {columns.map((column, i) => (
        <li key={column.name} className={held === column.name ? 'held' : undefined}>
          <button
            type="button"
            className="handle"
            aria-label={t('移动 {name}', { name: label(column.name) })}
            onKeyDown={event => key(event, i)}
            onPointerDown={event => {
              list.current?.setPointerCapture(event.pointerId)
              setHeld(column.name)
            }}
          />
          {children(column)}
        </li>
      ))}
    </ul>
  )
}

interface SettingsProps {
  page: ListPage
  column: StoredColumn
  label: string
  last: boolean
  onPut: (column: StoredColumn) => void
  onTyping: (isTyping: boolean) => void
}

function Settings({ page, column, label, last, onPut, onTyping }: SettingsProps) {
  const configured = page.columns.find(({ name }) => name === column.name)
  return (
    <>
      <label className="shown" title={label}>
        <input
          type="checkbox"
          className="tick"
          checked={column.shown}
          disabled={last}
          onChange={event => onPut({ ...column, shown: event.target.checked })}
        />
        {label}
      </label>
      <Width
        key={column.width}
        column={column}
        label={label}
        configured={configured?.width}
        onPut={onPut}
        onTyping={onTyping}
      />
      <Choose<FixedSide>
        className="sizes"
        label={t('{name}的固定', { name: label })}
        value={column.fixed ?? configured?.fixed ?? 'none'}
        choices={[
          ['none', t('不固定')],
          ['left', t('固定在左')],
          ['right', t('固定在右')],
        ]}
        onChange={fixed => onPut({ ...column, fixed })}
      />
    </>
  )
}

/** Applied on blur, because a number being typed is not complete. */
function Width({
  column,
  label,
  configured,
  onPut,
  onTyping,
}: Pick<SettingsProps, 'column' | 'label' | 'onPut' | 'onTyping'> & { configured: number | undefined }) {
  const take = (text: string) => {
    const { width: old, ...rest } = column
    const width = text.trim() === '' ? undefined : withinBounds(Number(text) || 0)
    if (width !== old) onPut(width === undefined ? rest : { ...rest, width })
  }
  return (
    <input
      className="input width"
      type="number"
      min={NARROWEST}
      max={WIDEST}
      step={10}
      defaultValue={column.width}
      placeholder={configured ? String(configured) : ''}
      aria-label={t('{name}的列宽', { name: label })}
      onChange={() => onTyping(true)}
      onBlur={event => {
        onTyping(false)
        take(event.target.value)
      }}
    />
  )
}
