import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import type { ConsoleApp } from '../../../app/app.ts'
import type { Row } from '../../../../core/contract/api.ts'
import type { Action, Column, ListPage } from '../../../../core/contract/configuration.ts'
import { currentConfig } from '../../../data/config/config.ts'
import type { Draw, DrawContext } from '../../../fields/values/definition.ts'
import { definitionOf } from '../../../fields/fields.ts'
import { pointing } from '../../../fields/pointing.ts'
import { guarded } from '../../../fields/cells/guarded.tsx'
import { blank } from '../../../fields/values/text.ts'
import { headOf, t } from '../../../i18n/t.ts'
import { SIZE, SPACE } from '../../../theme/scale.ts'
import { recordUrl } from '../../../navigation/routes.ts'
import { at, isVisible, mayShow } from '../../../data/config/scope.ts'
import { actionsWidth, labelWidth, rowActionDrawer } from './rowActions.tsx'
import { copyOf, saveColumns } from './columnPrefs.ts'
import { createColumnStore, type ColumnStore } from './columnStore.ts'
import type { GridColumn } from '../grid/gridColumn.ts'
import { createSelection, type Selection } from './selection.ts'
import type { ListState } from '../query/state.ts'
import type { Top } from '../grid/top.ts'
import type { ListCommands } from '../query/useListController.ts'

/** The list's current state, for tools that use it when pressed. */
export interface Now {
  state: ListState
  total: number
  commands: ListCommands
}
export interface CompiledList {
  columns: ColumnStore
  selection: Selection
  /** whether a row has one of the list's buttons */
  hasButton: (row: Row) => boolean
  now: () => Now | undefined
  see: (now: Now) => void
  /** functions that scroll to the first row, set by the grid */
  top: { current: Top | undefined }
  provideTop: (top: Top) => void
  /** shows and focuses a filter's control; the filters provide how */
  reveal: (filter: string) => void
  provideReveal: (way: (filter: string) => void) => void
  sort: (order: string | undefined) => void
  resize: (name: string, width: number) => void
}

const TICK_WIDTH = 36
const NUMBER_WIDTH = 48

/** Prepares the columns once for each page; their functions keep their identity, so that cells need not be redrawn. */
export function compileList(app: ConsoleApp, page: ListPage): CompiledList {
  const selection = createSelection(page.entity.key)
  const top: CompiledList['top'] = { current: undefined }
  let now: Now | undefined
  let reveal: ((filter: string) => void) | undefined
  // decided by rights and not by the loaded rows: otherwise the column would appear and disappear between pages
  const rowActions = at(page.actions, 'row').filter(action => mayShow(app, action, page.entity.name))
  const context: DrawContext = {
    dictionaries: page.dictionaries,
    fileBase: currentConfig(app).manifest.app.api.fileBase,
  }
  const columns: GridColumn[] = [
    ...(page.selectable ? [tickColumn(page.entity.key, selection)] : []),
    numberColumn(leadsToRecords(app, page)),
    ...page.columns.map(column =>
      dataColumn(column, page, column.page ? context : { ...context, link: pointing(app, column, page.entity.name) }),
    ),
  ]
  if (rowActions.length) columns.push(actionColumn(app, rowActions))
  const store = createColumnStore(columns)
  store.apply(copyOf(app, page.route))
  const resize = (name: string, width: number) => {
    store.resize(name, width)
    void saveColumns(app, page.route, store.stored()).catch(() => undefined)
  }
  return {
    columns: store,
    selection,
    hasButton: row => rowActions.some(action => isVisible(app, action, row)),
    now: () => now,
    see: next => {
      now = next
    },
    top,
    provideTop: ways => {
      top.current = ways
    },
    reveal: filter => reveal?.(filter),
    provideReveal: way => {
      reveal = way
    },
    sort: order => now?.commands.sort(order),
    resize,
  }
}

/** What is cut first where a column is narrow. */
const TEXTS: ReadonlySet<string> = new Set(['text', 'longText', 'url'])

const SORTER = 18
const CELL_PADDING = 18

function dataColumn(column: Column, page: ListPage, context: DrawContext): GridColumn {
  const definition = definitionOf(column.kind)
  const draw = guarded(definition.cell(column, context))
  const title = headOf(column)
  return {
    name: column.name,
    label: title,
    width: usualWidth(column, context),
    least: leastOf(column),
    title: <span title={title}>{title}</span>,
    resizable: true,
    draw: column.page ? linked(draw, column.page, page.entity.key) : draw,
    ...(column.name === page.entity.title ? { main: true } : {}),
    ...(column.page ? { leads: true } : {}),
    ...(TEXTS.has(column.kind) ? { grows: true } : {}),
    ...(definition.align ? { align: definition.align } : {}),
    ...(column.fixed ? { fixed: column.fixed } : {}),
    ...(column.sort ? { sortable: true } : {}),
    ...(column.total ? { total: true } : {}),
    ...(column.more ? { more: true } : {}),
  }
}

const leastOf = (column: Column): number => CELL_PADDING + labelWidth(headOf(column)) + (column.sort ? SORTER : 0)
/** Wider than the configuration says where heading or words would not fit, as in languages other than Chinese. */
export function usualWidth(column: Column, context: Pick<DrawContext, 'dictionaries'>): number {
  const needed = Math.max(leastOf(column), CELL_PADDING + widestWord(column, context))
  return Math.max(column.width, Math.min(220, needed))
}

const DOT = SIZE.dot + SPACE['sp-2']
/** Default widths suit Chinese; in other languages the longest label of a dictionary may need more. */
function widestWord({ dict, multiple }: Column, { dictionaries }: Pick<DrawContext, 'dictionaries'>): number {
  const words =
    dict && !multiple ? (dictionaries[dict] ?? []).flatMap(([, label]) => (t(label) === label ? [] : [t(label)])) : []
  return words.reduce((most, word) => Math.max(most, labelWidth(word) + DOT), 0)
}

/** A real link, so that it can be opened in a new tab; plain clicks are handled by the table. */
function linked(draw: Draw, to: string, key: string): Draw {
  return (value, row) =>
    blank(value) ? (
      draw(value, row)
    ) : (
      <a href={recordUrl(to, key, row[key])} data-go="" title={String(value)}>
        {draw(value, row)}
      </a>
    )
}

/** Whether rows have a link to a record that can be shown beside the list. */
const leadsToRecords = (app: ConsoleApp, page: ListPage): boolean =>
  page.columns.some(column =>
    column.page
      ? currentConfig(app).manifest.pages[column.page]?.kind === 'detail'
      : pointing(app, column, page.entity.name) !== undefined,
  )

/** With records to show, the number is the button that shows the row's beside the list; the keyboard has Enter. */
function numberColumn(previews: boolean): GridColumn {
  const hint = t('预览 (Enter)')
  return {
    name: '$number',
    label: '',
    width: NUMBER_WIDTH,
    align: 'right',
    fixed: 'left',
    title: t('序号'),
    draw: (_value, _row, number) =>
      previews ? (
        <button type="button" className="num weak preview" tabIndex={-1} data-preview="" title={hint}>
          {number}
        </button>
      ) : (
        <span className="num weak">{number}</span>
      ),
  }
}

function actionColumn(app: ConsoleApp, actions: Action[]): GridColumn {
  const draw = rowActionDrawer(app, actions)
  return {
    name: '$actions',
    label: '',
    width: actionsWidth(actions),
    fixed: 'right',
    title: t('操作'),
    draw: (_value, row) => draw(row),
  }
}

function tickColumn(key: string, selection: Selection): GridColumn {
  return {
    name: '$tick',
    label: '',
    width: TICK_WIDTH,
    fixed: 'left',
    align: 'center',
    title: <TickAll idKey={key} selection={selection} />,
    draw: (_value, row) => <Tick id={String(row[key])} row={row} selection={selection} />,
  }
}

function Tick({ id, row, selection }: { id: string; row: Row; selection: Selection }) {
  const checked = useSyncExternalStore(selection.subscribe, () => selection.has(id))
  const box = useRef<HTMLInputElement>(null)
  // the tint of a chosen row: drawn by the sheet, without drawing the row's other cells anew
  useLayoutEffect(() => {
    box.current?.closest('tr')?.toggleAttribute('data-picked', checked)
  }, [checked])
  return (
    <input
      ref={box}
      type="checkbox"
      className="tick"
      checked={checked}
      aria-label={t('选择此行')}
      onChange={() => selection.toggle(id, row)}
    />
  )
}

function TickAll({ idKey, selection }: { idKey: string; selection: Selection }) {
  // "all matching" may have the same count as the ticked rows, so the snapshot includes its id
  useSyncExternalStore(selection.subscribe, () => `${selection.size()} ${selection.allMatching()?.id ?? ''}`)
  const rows = useSyncExternalStore(selection.subscribe, selection.onScreen)
  const ticked = rows.filter(row => selection.has(String(row[idKey]))).length
  const all = rows.length > 0 && ticked === rows.length
  return (
    <input
      type="checkbox"
      className="tick"
      checked={all}
      aria-label={t('选择本页')}
      ref={box => {
        if (box) box.indeterminate = ticked > 0 && !all
      }}
      onChange={() =>
        selection.setAll(
          rows.map(row => [String(row[idKey]), row]),
          !all,
        )
      }
    />
  )
}
