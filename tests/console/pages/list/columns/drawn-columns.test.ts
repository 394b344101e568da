import { renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Row } from '../../../../../src/core/contract/api.ts'
import type { Action } from '../../../../../src/core/contract/configuration.ts'
import { loadBoot } from '../../../../../src/console/data/config/config.ts'
import { loadEngine } from '../../../../../src/console/data/config/expressions.ts'
import { compileList } from '../../../../../src/console/pages/list/columns/columns.tsx'
import type { GridColumn } from '../../../../../src/console/pages/list/grid/gridColumn.ts'
import { useDrawnColumns } from '../../../../../src/console/pages/list/columns/useDrawnColumns.ts'
import { app } from '../../../support/app.tsx'
import { boot } from '../../../support/boot.ts'
import { LIST, listPage } from '../../../support/pages.ts'

const change = { name: 'change', label: '修改', on: ['row'], call: LIST, visible: '=row.mine == 1' } as Action
const page = listPage({ actions: [change] })
const MINE = { id: 'a', mine: 1 }
const OTHERS = { id: 'b', mine: 0 }

describe('the column of a list’s buttons', () => {
  beforeEach(async () => {
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify(boot({}))))
    await Promise.all([loadBoot(app, ''), loadEngine()])
  })

  function drawn() {
    const list = compileList(app, page)
    const { rerender, result } = renderHook<GridColumn[], Row[]>(rows => useDrawnColumns(list, rows), {
      initialProps: [],
    })
    return (...rows: Row[]): boolean => {
      rerender(rows)
      return result.current.some(({ name }) => name === '$actions')
    }
  }

  it('is not drawn beside rows of which none has a button', () => {
    expect(drawn()(OTHERS)).toBe(false)
  })
  it('is drawn as soon as one has, and stays when the next page has none', () => {
    const of = drawn()
    expect(of(OTHERS, MINE)).toBe(true)
    expect(of(OTHERS)).toBe(true)
  })
})
