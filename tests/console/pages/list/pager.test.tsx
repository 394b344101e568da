import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { Pager } from '../../../../src/console/pages/list/Pager.tsx'
import { render } from '../../support/app.tsx'

const nothing = (): void => {}
const pager = (total: number, size: number, more: { page?: number; capped?: boolean } = {}) =>
  render(
    <Pager
      {...{ total, size, page: 1, capped: false, sizes: [20, 50, 100], ...more }}
      onPage={nothing}
      onStep={nothing}
      onSize={nothing}
    />,
  )
const shown = () => ({
  sizes: screen.queryByLabelText('每页条数') !== null,
  pages: screen.queryByLabelText('下一页') !== null,
})

describe('a pager', () => {
  afterEach(cleanup)

  it.each([
    ['of few rows says how many and nothing else', 3, 20, {}, { sizes: false, pages: false }],
    ['of one large page has the sizes, to have smaller ones again', 30, 50, {}, { sizes: true, pages: false }],
    ['R2.20 of several pages has all', 30, 20, {}, { sizes: true, pages: true }],
    ['of a page that is there no more has the way back', 3, 20, { page: 2 }, { sizes: true, pages: true }],
    [
      'of rows that are not counted to their end has the sizes',
      20,
      20,
      { capped: true },
      { sizes: true, pages: false },
    ],
  ])('%s', (_what, total, size, more, expected) => {
    pager(total, size, more)
    expect(shown()).toEqual(expected)
    expect(screen.getByText(/^共 \d+ 条$|条以上$/)).toBeTruthy()
  })
})
