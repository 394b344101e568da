import { act, fireEvent, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Row } from '../../../../src/core/contract/api.ts'
import type { Action } from '../../../../src/core/contract/configuration.ts'
import { loadBoot } from '../../../../src/console/data/config/config.ts'
import { loadEngine } from '../../../../src/console/data/config/expressions.ts'
import { useRowClicks } from '../../../../src/console/pages/list/useRowClicks.ts'
import { boot } from '../../support/boot.ts'
import { LIST, listPage } from '../../support/pages.ts'
import { app, render } from '../../support/app.tsx'

const action = (name: string, visible?: string): Action =>
  ({ name, label: name, on: ['row'], call: LIST, ...(visible ? { visible } : {}) }) as Action
const page = listPage({
  actions: [
    action('查看'),
    action('修改'),
    action('复制'),
    action('停用', "=row.state == '1'"),
    action('启用', "=row.state == '0'"),
  ],
})

function List({ rows }: { rows: Row[] }) {
  const { click, more } = useRowClicks(page, rows, () => undefined)
  return (
    <div onClick={click}>
      <i data-row-key="a">
        <button data-more="">更多</button>
      </i>
      <p>{more?.actions.map(({ name }) => name).join(' ')}</p>
    </div>
  )
}

describe('the menu behind a row’s 更多', () => {
  beforeEach(async () => {
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify(boot({}))))
    await Promise.all([loadBoot(app, ''), loadEngine()])
  })
  afterEach(() => vi.unstubAllGlobals())

  it('offers what the row allows after it was read anew, and goes with the row', () => {
    const at = (...rows: Row[]) => (
      <MemoryRouter>
        <List rows={rows} />
      </MemoryRouter>
    )
    const { rerender } = render(at({ id: 'a', state: '1' }))
    act(() => {
      fireEvent.click(screen.getByText('更多'))
    })
    expect(screen.getByRole('paragraph').textContent).toContain('停用')
    rerender(at({ id: 'a', state: '0' }))
    expect(screen.getByRole('paragraph').textContent).toMatch(/^(?!.*停用).*启用/)
    rerender(at())
    expect(screen.getByRole('paragraph').textContent).toBe('')
  })
})
