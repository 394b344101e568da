import { act, cleanup, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renew, useCall } from '../../../../src/console/data/http/query.ts'
import { sendEarly } from '../../../../src/console/data/http/early.ts'
import { app, render } from '../../support/app.tsx'
import { LIST } from '../../support/pages.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

let asked = 0
function Shows({ of, named, follows }: { of: string; named: string; follows: boolean }) {
  const { data } = useCall<{ n: number }>(LIST, { of }, { follows })
  return <p data-testid={named}>{data?.n ?? '–'}</p>
}

/** Those that show an answer: the tab's name, the page, the preview. The order in which they come and go varies. */
it.each([
  ['the tab before the page', ['tab', 'page'], []],
  ['the page before the tab', ['page', 'tab'], []],
  ['the preview first, which goes', ['preview', 'page', 'tab'], ['preview']],
])('what is shown in several places is read again after a change: %s', async (of, came, went) => {
  asked = 0
  vi.stubGlobal('fetch', async () => {
    asked += 1
    return new Response(JSON.stringify({ resultCode: '0', data: { n: asked } }))
  })
  const places = (names: readonly string[]) => (
    <>
      {names.map(named => (
        <Shows key={named} of={of} named={named} follows={named === 'tab'} />
      ))}
    </>
  )
  const view = render(places([]))
  for (let i = 1; i <= came.length; i++) view.rerender(places(came.slice(0, i)))
  await waitFor(() => expect(view.getByTestId('page').textContent).not.toBe('–'))
  view.rerender(places(came.filter(named => !went.includes(named))))
  const before = asked
  await act(() => renew())
  expect(asked).toBe(before + 1)
  for (const named of ['tab', 'page']) expect(view.getByTestId(named).textContent).toBe(String(before + 1))
})

it('what only follows asks for nothing by itself', async () => {
  asked = 0
  vi.stubGlobal('fetch', async () => {
    asked += 1
    return new Response(JSON.stringify({ resultCode: '0', data: { n: asked } }))
  })
  function Alone() {
    useCall(LIST, { of: 'another record' }, { follows: true })
    return null
  }
  render(<Alone />)
  await act(async () => {})
  expect(asked).toBe(0)
})

it('an answer that was sent for before a change is not taken for one from after it', async () => {
  asked = 0
  vi.stubGlobal('fetch', async () => {
    asked += 1
    return new Response(JSON.stringify({ resultCode: '0', data: { n: asked } }))
  })
  const view = render(<Shows of="a pointed at list" named="page" follows={false} />)
  await waitFor(() => expect(view.getByTestId('page').textContent).toBe('1'))
  // somebody points at the way to the page that they are on, then saves
  await sendEarly(app, LIST, { of: 'a pointed at list' })
  await act(() => renew())
  expect(view.getByTestId('page').textContent).toBe('3')
})
