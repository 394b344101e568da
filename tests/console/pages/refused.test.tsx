import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { DashboardPage } from '../../../src/core/contract/configuration.ts'
import { CallError } from '../../../src/console/data/http/errors.ts'
import { BoardGrid } from '../../../src/console/pages/dashboard/BoardGrid.tsx'
import type { Board } from '../../../src/console/pages/dashboard/useBoard.ts'
import { LoadError, Outdated } from '../../../src/console/pages/parts/ListStates.tsx'
import { render } from '../support/app.tsx'

afterEach(cleanup)

const failed = (status: number, text: string): CallError => new CallError(status, { level: 'error', text })

/** Draws what stands in place of the numbers or rows, presses its one button, and tells what that is called. */
const pressed = (): string => {
  const button = screen.getByRole('button')
  fireEvent.click(button)
  return button.textContent ?? ''
}

describe('what the address asks for and the server refuses leads to what is usually shown', () => {
  const [retry, reset] = [vi.fn(), vi.fn()]
  const list = (error: Error) => render(<LoadError what="线索" error={error} onRetry={retry} onReset={reset} />)

  it('in a list, where only a failure is tried again', () => {
    list(failed(400, '不能按“x”排序'))
    expect(screen.getByRole('alert').textContent).toContain('不能按“x”排序')
    expect(pressed()).toBe('恢复默认')
    cleanup()
    list(failed(500, '服务器错误'))
    expect(pressed()).toBe('重试')
    expect([reset.mock.calls.length, retry.mock.calls.length]).toEqual([1, 1])
  })

  it('in a list that still shows rows of before', () => {
    render(<Outdated error={failed(400, '不能按“x”排序')} other onRetry={retry} onReset={reset} />)
    expect(pressed()).toBe('恢复默认')
  })

  it('R2.23 in a dashboard of an area that is not one’s own', () => {
    const change = vi.fn()
    const board = { state: { area: '990100' }, error: failed(403, '不在您的管辖范围内'), change } as unknown as Board
    render(<BoardGrid page={{ title: '概览', widgets: [] } as unknown as DashboardPage} board={board} />)
    expect(screen.getByRole('alert').textContent).toContain('不在您的管辖范围内')
    expect(pressed()).toBe('恢复默认')
    expect(change).toHaveBeenCalledWith({ area: '', unit: '', record: '' })
  })
})
