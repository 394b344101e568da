import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadBoot } from '../../../../src/console/data/config/config.ts'
import { AreaCascader } from '../../../../src/console/fields/pickers/AreaCascader.tsx'
import { RefControl } from '../../../../src/console/fields/controls/ref.tsx'
import { boot } from '../../support/boot.ts'
import { field } from '../../support/pages.ts'
import { app, render } from '../../support/app.tsx'
import { press } from '../../support/press.ts'

const ROOT = { areaCode: '340400', areaName: '淮南市', areaLevel: 2 }
const BELOW = { areaCode: '340402', areaName: '大通区', areaLevel: 3 }
let down: boolean

beforeEach(async () => {
  down = false
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url.startsWith('/config/boot')) return new Response(JSON.stringify(boot()))
    if (down) throw new TypeError('failed')
    const { areaCode } = (init.body ? JSON.parse(String(init.body)) : {}) as { areaCode?: string }
    const data = url.includes('getTreeData') ? [{ orgId: 'o1', orgName: '甲单位' }] : areaCode ? [BELOW] : [ROOT]
    return new Response(JSON.stringify({ resultCode: '0', data }))
  })
  await loadBoot(app, '')
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const retry = async () => {
  await screen.findByText('选项没有读到')
  down = false
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: '重试' }))
  })
  await waitFor(() => expect(screen.queryByText('选项没有读到')).toBe(null))
}

function Area() {
  const [value, setValue] = useState('')
  return <AreaCascader id="area" value={value} onChange={setValue} open autoFocus />
}

describe('choices that could not be read say so in their own place and are asked for again', () => {
  it('those of a reference', async () => {
    down = true
    render(
      <SWRConfig value={{ provider: () => new Map() }}>
        <RefControl id="unit" field={field('unit', 'ref', { ref: 'org' })} entries={[]} value="" />
      </SWRConfig>,
    )
    await press(screen.getByRole('combobox'))
    await retry()
    expect(await screen.findByText('甲单位')).toBeTruthy()
  })

  it('those of an area, at the top and below an area that is opened', async () => {
    down = true
    render(<Area />)
    await retry()
    down = true
    await act(async () => {
      fireEvent.click(await screen.findByText('淮南市'))
    })
    await retry()
    expect(await screen.findByText('大通区')).toBeTruthy()
  })
})
