import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { compileList } from '../../../../../src/console/pages/list/columns/columns.tsx'
import { ColumnPanel } from '../../../../../src/console/pages/list/panels/ColumnPanel.tsx'
import { app } from '../../../support/app.tsx'
import { field, listPage } from '../../../support/pages.ts'
import { eachAnew, shown, start } from '../../../support/started.tsx'

eachAnew()

it('calls what moves a column by its heading, also before anything is stored', async () => {
  await start()
  const page = listPage({ columns: [{ ...field('shopName', 'text'), label: '网店名称', width: 160 }] })
  shown(<ColumnPanel page={page} store={compileList(app, page).columns} onClose={() => {}} />)
  expect(screen.getByRole('button', { name: /^移动/ }).getAttribute('aria-label')).toBe('移动 网店名称')
})
