import { cleanup, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadBoot } from '../../../../src/console/data/config/config.ts'
import { FormView, prepareForm } from '../../../../src/console/forms/FormView.tsx'
import { boot } from '../../support/boot.ts'
import { field, formPage, LIST } from '../../support/pages.ts'
import { app, render } from '../../support/app.tsx'

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

async function shown(row: object): Promise<string> {
  record = row
  render(
    <MemoryRouter>
      <FormView page={page} search={`?id=${JSON.stringify(row).length}`} visit={0} />
    </MemoryRouter>,
  )
  await waitFor(() => expect(document.querySelector('.ant-select-selection-item')).toBeTruthy())
  return (await waitFor(() => screen.getByText(/单位$/))).textContent ?? ''
}

describe('a reference', () => {
  it('to what one may not choose keeps the name that came with it', async () => {
    expect(await shown({ id: '1', parentId: 'above', parentName: '上级单位' })).toBe('上级单位')
  })
  it('to what one may choose goes by its own name', async () => {
    expect(await shown({ id: '22', parentId: 'below', parentName: '旧名单位' })).toMatch(/单位$/)
    await waitFor(() => expect(screen.getByText('下级单位')).toBeTruthy())
  })
})
