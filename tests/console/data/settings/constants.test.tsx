import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Call } from '../../../../src/core/contract/configuration.ts'
import { setConstants } from '../../../../src/console/data/settings/constants.ts'
import { judgeStatus } from '../../../../src/console/data/http/errors.ts'
import { send } from '../../../../src/console/data/http/http.ts'
import { countedNotice } from '../../../../src/console/feedback/batch.ts'
import { Pager } from '../../../../src/console/pages/list/Pager.tsx'
import { sizesOf } from '../../../../src/console/pages/list/query/state.ts'
import { Layer } from '../../../../src/console/theme/Layer.tsx'
import { listPage } from '../../support/pages.ts'
import { app, render } from '../../support/app.tsx'

const CALL: Call = { name: 'a.list', method: 'POST', path: '/api/a/list', in: 'body', envelope: 'resultCode' }
const plainFetch = globalThis.fetch

afterEach(() => {
  setConstants(app, {})
  cleanup()
  globalThis.fetch = plainFetch
})

const pager = (total: number) =>
  render(
    <Pager
      total={total}
      capped={false}
      page={1}
      size={10}
      sizes={[10]}
      onPage={() => {}}
      onStep={() => {}}
      onSize={() => {}}
    />,
  )
const numbers = () => screen.getAllByRole('button').filter(button => button.classList.contains('number')).length

describe('R9.02 a constant that the configuration says is the one that holds', () => {
  it('for the pager: sizes, buttons, and from which width there are fewer', () => {
    pager(1000)
    const usual = numbers()
    cleanup()
    setConstants(app, { pagerCount: 9, pagerCountNarrow: 9, pageSizes: [15, 25] })
    pager(1000)
    expect([usual === 9, numbers()]).toEqual([false, 9])
    expect(sizesOf(app, listPage({ pageSize: 20 }), 20)).toEqual([15, 20, 25])
    cleanup()
    setConstants(app, { narrowBelow: 100_000, pagerCountNarrow: 3, pagerCount: 9 })
    pager(1000)
    expect(numbers()).toBe(3)
  })

  it('for the pager at once when the window is made narrower or wider', () => {
    setConstants(app, { narrowBelow: 992, pagerCountNarrow: 5, pagerCount: 7 })
    const { innerWidth } = window
    const resized = (width: number): number => {
      window.innerWidth = width
      act(() => void window.dispatchEvent(new Event('resize')))
      return numbers()
    }
    pager(1000)
    expect([resized(992), resized(991), resized(992)]).toEqual([7, 5, 7])
    window.innerWidth = innerWidth
  })

  it('for how long notices stay', () => {
    setConstants(app, { errorDuration: 2500, batchErrorDuration: 8000 })
    expect(judgeStatus(app, 418, { resultCode: '418', resultMsg: '茶壶' } as never)?.notice?.seconds).toBe(2.5)
    expect(countedNotice(app, 1, 1, ['不行']).seconds).toBe(8)
  })

  it('for how long an answer is waited for', async () => {
    setConstants(app, { httpTimeout: 1 })
    globalThis.fetch = ((_: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(new Error('aborted'))),
      )) as typeof fetch
    await expect(send(app, CALL, {}, { quiet: true })).rejects.toThrow('请求超时请重试')
  })

  it('R2.26 for how high a preview lies', () => {
    render(
      <Layer className="print-preview" label="打印" order={30_000} onClose={() => {}}>
        x
      </Layer>,
    )
    expect(screen.getByRole('dialog').style.zIndex).toBe('30000')
  })
})
