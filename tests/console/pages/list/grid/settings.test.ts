import { describe, expect, it } from 'vitest'
import { createColumnStore, toStored } from '../../../../../src/console/pages/list/columns/columnStore.ts'
import { columnsBetween, layOut } from '../../../../../src/console/pages/list/grid/gridLayout.ts'
import { moved } from '../../../../../src/console/pages/list/panels/order.ts'
import {
  asStored,
  reconcile,
  type StoredColumn,
  type StoredColumns,
} from '../../../../../src/console/pages/list/grid/settings.ts'
import type { GridColumn } from '../../../../../src/console/pages/list/grid/gridColumn.ts'

const set = (text: string): StoredColumn[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map(word => ({ name: word.replace('!', ''), shown: !word.endsWith('!') }))
const stored = (columns: string, known = columns.replaceAll('!', '')): StoredColumns => ({
  known: known.split(' ').filter(Boolean),
  columns: set(columns),
})
const said = (columns: StoredColumn[]): string =>
  columns.map(({ name, shown }) => (shown ? name : `${name}!`)).join(' ')

describe('columns as their user set them, in a configuration that has changed', () => {
  const CASES: [
    title: string,
    stored: StoredColumns | undefined,
    configured: string,
    columns: string,
    added: string,
    removed: string,
  ][] = [
    ['nothing set: as configured', undefined, 'a b c', 'a b c', '', ''],
    ['order and hiding are kept', stored('c a! b'), 'a b c', 'c a! b', '', ''],
    [
      'a new column stands behind the one before it in the configuration',
      stored('c a b'),
      'a x b c',
      'c a x b',
      'x',
      '',
    ],
    ['a new first column stands first', stored('c a'), 'x a c', 'x c a', 'x', ''],
    ['two new ones keep their order', stored('a b'), 'a x y b', 'a x y b', 'x y', ''],
    ['a column that has gone vanishes and is told', stored('a b c!'), 'a b', 'a b', '', 'c'],
    ['one comes, one goes', stored('b a'), 'a c', 'a c', 'c', 'b'],
    ['a renamed column is a new one and a gone one', stored('a b'), 'a b2', 'a b2', 'b2', 'b'],
    ['all that were shown have gone: the rest is shown', stored('a b!'), 'b', 'b', '', 'a'],
    ['everything has changed', stored('a b'), 'x y', 'x y', 'x y', 'a b'],
    ['a column that is set twice is taken once', stored('a a! b'), 'a b', 'a b', '', ''],
    ['one that was known but is not set comes back without a word', stored('a', 'a b'), 'a b', 'a b', '', ''],
  ]
  for (const [title, before, configured, columns, added, removed] of CASES) {
    it(title, () => {
      const now = reconcile(before, configured.split(' '))
      expect([said(now.columns), now.added.join(' '), now.removed.join(' ')]).toEqual([columns, added, removed])
    })
  }

  it('a column that is one of more is there to be chosen, and shown to whom it was before', () => {
    const more = new Set(['x'])
    expect(said(reconcile(undefined, ['a', 'x'], more).columns)).toBe('a x!')
    const later = reconcile(stored('b a'), ['a', 'x', 'b'], more)
    expect([said(later.columns), later.added]).toEqual(['b a x!', []])
    expect(said(reconcile(stored('x a'), ['a', 'x'], more).columns)).toBe('x a')
  })

  it('a column that has gone is called by its label', () => {
    expect(
      reconcile(
        {
          known: ['a', 'b'],
          columns: [
            { name: 'a', shown: true },
            { name: 'b', shown: true, label: '域名' },
          ],
        },
        ['a'],
      ).removed,
    ).toEqual(['域名'])
  })

  it('what was kept may be of another time: only what is understood is taken', () => {
    expect(asStored(null)).toBeUndefined()
    expect(asStored({ known: 'x' })).toBeUndefined()
    expect(
      asStored({
        known: ['a', 3],
        columns: [
          { name: 'a', shown: 1, width: -5, fixed: 'top' },
          7,
          { name: 'b', shown: false, width: 9000, fixed: 'left' },
        ],
      }),
    ).toEqual({
      known: ['a'],
      columns: [
        { name: 'a', shown: true },
        { name: 'b', shown: false, width: 800, fixed: 'left' },
      ],
    })
  })
})

const grid = (name: string, more: Partial<GridColumn> = {}): GridColumn => ({
  name,
  label: name.toUpperCase(),
  width: 100,
  title: name,
  draw: () => null,
  ...more,
})
const names = (columns: GridColumn[]) => columns.map(({ name }) => name).join(' ')

describe('the column store', () => {
  const make = () =>
    createColumnStore([
      grid('$tick', { fixed: 'left' }),
      grid('$number', { fixed: 'left' }),
      grid('a', { fixed: 'left' }),
      grid('b'),
      grid('c'),
      grid('$actions', { fixed: 'right' }),
    ])

  it('puts what sticks to its side and leaves ticks, numbers and buttons outside', () => {
    const store = make()
    expect(names(store.columns())).toBe('$tick $number a b c $actions')
    store.apply({
      known: ['a', 'b', 'c'],
      columns: [
        { name: 'b', shown: true, fixed: 'right' },
        { name: 'a', shown: true, fixed: 'none' },
        { name: 'c', shown: true, fixed: 'left' },
      ],
    })
    expect(names(store.columns())).toBe('$tick $number c a b $actions')
    store.apply(undefined)
    expect(names(store.columns())).toBe('$tick $number a b c $actions')
  })

  it('a width that was dragged is kept under the name, with what it was called', () => {
    const store = make()
    let told = 0
    store.subscribe(() => {
      told += 1
    })
    store.resize('b', 333.4)
    expect(store.columns().find(({ name }) => name === 'b')).toMatchObject({ width: 333, sized: true })
    expect(store.stored()?.columns[1]).toEqual({ name: 'b', shown: true, width: 333, label: 'B' })
    store.resize('b', 3)
    expect(store.stored()?.columns[1]?.width).toBe(48)
    expect(told).toBe(2)
  })

  it('saving what is shown answers the notice', () => {
    const store = make()
    store.apply(stored('a z'))
    expect(store.changes()).toMatchObject({ added: ['b', 'c'], removed: ['z'] })
    store.apply(toStored(store.setting(), store.label))
    expect(store.changes()).toMatchObject({ added: [], removed: [] })
  })

  it('moves a column in the list', () => {
    expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
    expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  })
})

describe('a wide list', () => {
  const { laid } = layOut([
    grid('l', { fixed: 'left' }),
    ...Array.from({ length: 50 }, (_, i) => grid(`c${i}`)),
    grid('r', { fixed: 'right' }),
  ])

  it('draws what is in sight, what sticks, and a gap for the rest', () => {
    const some = columnsBetween(laid, 1000, 1500)
    expect(some.map(({ column, span }) => (span ? `${column.name}:${span}` : column.name)).join(' ')).toBe(
      'l $before:9 c9 c10 c11 c12 c13 $after:36 r',
    )
  })

  it('has no gap where nothing is left out', () => {
    expect(columnsBetween(laid, -100, 200).map(({ column }) => column.name)).toEqual(['l', 'c0', '$after', 'r'])
    expect(columnsBetween(laid, 0, 10_000)).toHaveLength(52)
  })

  it('a column whose user has set a width grows no more', () => {
    const growing = (columns: GridColumn[]) =>
      layOut(columns)
        .laid.filter(({ colStyle }) => !colStyle)
        .map(({ column }) => column.name)
    expect(growing([grid('a', { main: true }), grid('b')])).toEqual(['a'])
    expect(growing([grid('a', { main: true, sized: true }), grid('b')])).toEqual(['b'])
    expect(growing([grid('a', { main: true, sized: true }), grid('b', { sized: true })])).toEqual(['b'])
  })
})
