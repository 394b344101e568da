import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Grid } from '../../../../../src/console/pages/list/grid/Grid.tsx'
import { render } from '../../../support/app.tsx'

it('until the rows come, bars stand in the columns that they will have', () => {
  const columns = ['$number', 'name', 'state'].map(name => ({
    name,
    label: name,
    title: `head ${name}`,
    width: 100,
    draw: (value: unknown) => String(value),
  }))
  const grid = (rows: { id: string; name: string; state: string }[], waiting: boolean) => (
    <Grid
      {...{ rows, columns, waiting, rowKey: 'id', name: '线索', query: '', rowHeight: 36, first: 1 }}
      sort={undefined}
      totals={undefined}
      onSort={() => {}}
      onResize={() => {}}
      provideTop={() => {}}
      empty="nothing"
    />
  )
  const { rerender } = render(grid([], true))
  const region = screen.getByRole('region', { name: '线索' })
  const bars = () => [...region.querySelectorAll('tbody tr')].map(row => row.querySelectorAll('td i').length)
  expect(screen.getByText('head name')).toBeTruthy()
  expect([region.getAttribute('aria-busy'), bars()]).toEqual(['true', Array.from({ length: 8 }, () => 2)])
  // nothing can be said of them yet
  expect(screen.queryByText('nothing')).toBe(null)
  rerender(grid([{ id: '1', name: '一', state: '待办' }], false))
  expect([region.getAttribute('aria-busy'), bars()]).toEqual(['false', [0]])
  rerender(grid([], false))
  expect(screen.getByText('nothing')).toBeTruthy()
})
