import { cleanup, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadBoot } from '../../../../src/console/data/config/config.ts'
import { FormView, prepareForm } from '../../../../src/console/forms/FormView.tsx'
import { boot } from '../../support/boot.ts'
import { field, formPage, LIST } from '../../support/pages.ts'
import { app, render } from '../../support/app.tsx'
import { press } from '../../support/press.ts'

const page = {
  ...formPage([field('parentId', 'ref', { label: '上级', ref: 'org' })]),
  source: { ...LIST, name: 'thing.one' },
}
let record: object

beforeEach(async () => {
  document.cookie = 'Token=t; path=/'
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.startsWith('/config/boot')) return new Response(JSON.stringify(boot()))
    const data = url.includes('/drafts')
      ? null
      : url.includes('getTreeData')
        ? [{ orgId: 'below', orgName: '下级单位' }]
        : record
    return new Response(JSON.stringify({ resultCode: '0', data }))
  })
  await loadBoot(app, 'thing/form')
  await prepareForm(page)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** The name that the control comes to show: on its own and once it is used. */
async function shown(row: object, name: string): Promise<void> {
  record = row
  render(
    <MemoryRouter>
      <FormView page={page} search={`?id=${JSON.stringify(row).length}`} visit={0} />
    </MemoryRouter>,
  )
  await press(await screen.findByDisplayValue(name))
  await waitFor(() => expect(document.querySelector('.ant-select-selection-item')?.textContent).toBe(name))
}

describe('a reference', () => {
  it('to what one may not choose keeps the name that came with it', async () => {
    await shown({ id: '1', parentId: 'above', parentName: '上级单位' }, '上级单位')
  })
  it('to what one may choose goes by its own name', async () => {
    await shown({ id: '22', parentId: 'below', parentName: '旧名单位' }, '下级单位')
  })
})
