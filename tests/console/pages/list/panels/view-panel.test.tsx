import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { compileList } from '../../../../../src/console/pages/list/columns/columns.tsx'
import { ViewPanel } from '../../../../../src/console/pages/list/panels/ViewPanel.tsx'
import { app } from '../../../support/app.tsx'
import { listPage } from '../../../support/pages.ts'
import { eachAnew, shown, start } from '../../../support/started.tsx'

eachAnew()

it('what is typed as the name of a view stays when the views come, and goes once it is saved', async () => {
  await start()
  let come = (): void => {}
  const views = new Promise<void>(resolve => {
    come = resolve
  })
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    if (init.method === 'GET') await views
    const data = init.method === 'GET' ? [{ id: '1', name: '已有的', query: '{}', mine: true }] : { id: '2' }
    return new Response(JSON.stringify({ resultCode: '0', data }))
  })
  const page = listPage()
  shown(<ViewPanel page={page} compiled={compileList(app, page)} onClose={() => {}} />)
  const name = (): HTMLInputElement => screen.getByRole('textbox', { name: '视图名称' })
  fireEvent.change(name(), { target: { value: '写得快' } })
  come()
  await screen.findByRole('button', { name: '已有的' })
  expect(name().value).toBe('写得快')
  fireEvent.click(screen.getByRole('button', { name: '保存为新视图' }))
  await vi.waitFor(() => expect(name().value).toBe(''))
})

it('hangs below the button that opened it', async () => {
  await start()
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ resultCode: '0', data: [] })))
  const button = document.createElement('button')
  button.getBoundingClientRect = () => ({ ...new DOMRect(), bottom: 100, right: window.innerWidth - 40 })
  const page = listPage()
  shown(<ViewPanel page={page} compiled={compileList(app, page)} under={button} onClose={() => {}} />)
  const panel = await screen.findByRole('dialog', { name: '视图' })
  expect([panel.className, panel.style.getPropertyValue('--top'), panel.style.getPropertyValue('--right')]).toEqual([
    'sheet under',
    '104px',
    '40px',
  ])
})
