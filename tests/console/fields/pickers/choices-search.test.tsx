import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadBoot } from '../../../../src/console/data/config/config.ts'
import { RefFilter } from '../../../../src/console/fields/filters/pickFilter.tsx'
import { RefControl } from '../../../../src/console/fields/controls/ref.tsx'
import { boot } from '../../support/boot.ts'
import { field } from '../../support/pages.ts'
import { app, render } from '../../support/app.tsx'
import { press } from '../../support/press.ts'

type Asked = { ref: string; text?: string; keys?: string[]; usable?: number; filters?: object }
const FIRST = {
  list: [
    { key: 'o1', label: '省局' },
    { key: 'o2', label: '市局', depth: 1 },
  ],
  more: true,
}
const FAR = { key: 'o900', label: '大通区局', note: '市局' }
const unit = field('unit', 'ref', { ref: 'org' })

let asked: Asked[]
/** texts whose answers wait until they are let go */
let held: Map<string, () => void>

const answerTo = ({ text, keys }: Asked): object => {
  if (keys) return { list: keys.includes('o900') ? [{ key: 'o900', label: '大通区局' }] : [], more: false }
  if (text === undefined) return FIRST
  return { list: text === '大通' ? [FAR] : [{ key: `of-${text}`, label: `${text}局` }], more: false }
}

beforeEach(async () => {
  asked = []
  held = new Map()
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url.startsWith('/config/boot')) return new Response(JSON.stringify(boot({ own: true })))
    const question = JSON.parse(String(init.body)) as Asked
    asked.push(question)
    if (question.text?.length === 1) await new Promise<void>(resolve => held.set(question.text ?? '', resolve))
    return new Response(JSON.stringify({ resultCode: '0', data: answerTo(question) }))
  })
  await loadBoot(app, '')
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Form({ first = '' }: { first?: string }) {
  const [value, setValue] = useState<unknown>(first)
  return (
    <SWRConfig value={{ provider: () => new Map() }}>
      <RefControl id="unit" field={unit} entries={[]} value={value} named="旧单位" onChange={setValue} />
      <output>{String(value)}</output>
    </SWRConfig>
  )
}
async function opened(): Promise<HTMLInputElement> {
  await press(screen.getByRole('combobox'))
  await screen.findByText('还有更多，输入文字缩小范围')
  return screen.getByRole('combobox')
}
const type = (input: HTMLInputElement, text: string) =>
  act(async () => {
    fireEvent.change(input, { target: { value: text } })
  })
const offered = () =>
  [...document.querySelectorAll('.ant-select-item-option-content')].map(one => one.textContent?.trim())

describe('of a set too large to be offered whole', () => {
  it('the first are here, and what is typed finds the others on the server, by keyboard too', async () => {
    render(<Form />)
    const input = await opened()
    expect(offered()).toEqual(['省局', '市局'])
    await type(input, '大通')
    await waitFor(() => expect(offered()).toEqual(['大通区局（市局）']))
    expect(asked.filter(({ text }) => text !== undefined)).toEqual([{ ref: 'org', text: '大通', usable: 1 }])
    expect(screen.queryByText('还有更多，输入文字缩小范围')).toBe(null)
    await waitFor(() =>
      expect(document.querySelector('.ant-select-item-option-active')?.textContent).toBe('大通区局（市局）'),
    )
    await act(async () => {
      fireEvent.keyDown(input, { key: 'Enter', keyCode: 13 })
    })
    expect(document.querySelector('output')?.textContent).toBe('o900')
    expect(document.querySelector('.ant-select-selection-item')?.textContent).toBe('大通区局')
  })

  it('a late answer to what was typed before never takes the place of a newer one', async () => {
    render(<Form />)
    const input = await opened()
    await type(input, '甲')
    await waitFor(() => expect(held.has('甲')).toBe(true))
    await type(input, '乙')
    await waitFor(() => expect(held.has('乙')).toBe(true))
    await act(async () => {
      held.get('乙')?.()
    })
    await waitFor(() => expect(offered()).toEqual(['乙局']))
    await act(async () => {
      held.get('甲')?.()
    })
    expect(offered()).toEqual(['乙局'])
  })

  it('nothing that does not match is chosen while an answer is on its way', async () => {
    render(<Form />)
    const input = await opened()
    await type(input, '丙')
    await waitFor(() => expect(held.has('丙')).toBe(true))
    await act(async () => {
      fireEvent.keyDown(input, { key: 'Enter', keyCode: 13 })
    })
    expect(document.querySelector('output')?.textContent).toBe('')
  })

  it('what is out of use is offered where the form says so, and only what it filters by', async () => {
    const label = field('label', 'ref', { ref: 'label', choices: 'all', offered: { kinds: ['1', '$empty'] } })
    render(
      <SWRConfig value={{ provider: () => new Map() }}>
        <RefControl id="label" field={label} entries={[]} value="" onChange={() => {}} />
      </SWRConfig>,
    )
    await opened()
    expect(asked).toEqual([{ ref: 'label', filters: { kinds: ['1', '$empty'] } }])
  })

  it('a filter names what it holds without reading the set', async () => {
    render(
      <SWRConfig value={{ provider: () => new Map() }}>
        <RefFilter id="f" field={unit} entries={[]} value="o900" onChange={() => {}} />
      </SWRConfig>,
    )
    await screen.findByDisplayValue('大通区局')
    expect(asked).toEqual([{ ref: 'org', keys: ['o900'] }])
  })

  it('a value of the record keeps the name that came with it, and a chosen one has its own', async () => {
    render(<Form first="outside" />)
    await screen.findByDisplayValue('旧单位')
    const input = await opened()
    await type(input, '大通')
    await waitFor(() => expect(offered()).toEqual(['大通区局（市局）']))
    await act(async () => {
      fireEvent.click(document.querySelector('.ant-select-item-option') as HTMLElement)
    })
    expect(document.querySelector('.ant-select-selection-item')?.textContent).toBe('大通区局')
  })
})
