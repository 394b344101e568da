import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadBoot } from '../../../../src/console/data/config/config.ts'
import { AreaCascader } from '../../../../src/console/fields/pickers/AreaCascader.tsx'
import { boot } from '../../support/boot.ts'
import { app, render } from '../../support/app.tsx'

const CITY = { areaCode: '340400', areaName: '淮南市', areaLevel: 2 }
const COUNTIES = ['340402 大通区', '340403 田家庵区', '340404 谢家集区'].map(one => {
  const [areaCode = '', areaName = ''] = one.split(' ')
  return { areaCode, areaName, areaLevel: 3, isLeaf: true }
})

beforeEach(async () => {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url.startsWith('/config/boot')) return new Response(JSON.stringify(boot()))
    const { areaCode } = (init.body ? JSON.parse(String(init.body)) : {}) as { areaCode?: string }
    return new Response(JSON.stringify({ resultCode: '0', data: areaCode ? COUNTIES : [CITY] }))
  })
  await loadBoot(app, '')
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const said: string[] = []
function Areas() {
  const [value, setValue] = useState('340402,340403')
  const change = (next: string): void => {
    said.push(next)
    setValue(next)
  }
  return <AreaCascader id="areas" value={value} multiple onChange={change} open autoFocus />
}

it('R2.24 an area field that takes several holds all of them, and adds and leaves out one', async () => {
  const { container } = render(<Areas />)
  const shown = () =>
    [...container.querySelectorAll('.ant-select-selection-item-content')].map(tag => tag.textContent ?? '')
  await waitFor(() => expect(shown()).toEqual(['大通区', '田家庵区']))
  await act(async () => fireEvent.click(screen.getByText('淮南市')))
  const box = (name: string) =>
    screen.getByRole('menuitemcheckbox', { name }).querySelector('.ant-cascader-checkbox') as HTMLElement
  await waitFor(() => box('谢家集区'))
  await act(async () => fireEvent.click(box('大通区')))
  await act(async () => fireEvent.click(box('谢家集区')))
  expect(said).toEqual(['340403', '340403,340404'])
  // all below it are the area itself
  await act(async () => fireEvent.click(box('大通区')))
  expect(said.at(-1)).toBe('340400')
})
