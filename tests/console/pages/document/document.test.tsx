import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DocumentPage } from '../../../../src/core/contract/configuration.ts'
import { loadBoot, loadPublic } from '../../../../src/console/data/config/config.ts'
import { DocumentView } from '../../../../src/console/pages/document/DocumentView.tsx'
import { appFacts, boot } from '../../support/boot.ts'
import { field, LIST, listPage } from '../../support/pages.ts'
import { app, render } from '../../support/app.tsx'

const { entity } = listPage()
const ENTRY = { hash: 'h', kind: 'document' as const, title: '证据清单', open: true, calls: [], links: [] }
const pages = { 'paper/open': ENTRY, 'paper/other': { ...ENTRY, title: '存证证明' } }
const page: DocumentPage = {
  kind: 'document',
  route: 'paper/open',
  title: '证据清单',
  dictionaries: {},
  entity,
  source: { ...LIST, name: 'thing.open', path: '/api/thing/open' },
  argument: 'code',
  statement: '兹证明 {name} 属实。',
  sections: [{ name: 'all', label: '清单', fields: [field('name', 'text', { label: '名称' })] }],
  signatures: ['盖章'],
  qr: { label: '扫码查验', page: 'paper/open', also: ['paper/other'] },
}
const ok = (data: unknown) => new Response(JSON.stringify({ resultCode: '0', data }))
let asked: Record<string, unknown>[] = []
let answer: () => Response

beforeEach(() => {
  asked = []
  answer = () => ok({ id: '1', name: '甲' })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const manifest = { version: 'v1', pages, app: appFacts, locales: {} }
    if (url.startsWith('/config/public')) return new Response(JSON.stringify({ manifest }))
    if (url.startsWith('/config/boot')) return new Response(JSON.stringify(boot({ manifest })))
    asked.push({ url, ...(JSON.parse(String(init.body)) as object) })
    return url.includes('share') ? ok({ code: 'new code', expires: '2026-02-03 04:05:06' }) : answer()
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const At = () => {
  const { pathname, search } = useLocation()
  return <output data-testid="at">{pathname + search}</output>
}
const open = (more: Partial<DocumentPage> = {}, search = '?code=abc') =>
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <MemoryRouter>
        <DocumentView page={{ ...page, ...more }} search={search} visit={0} />
        <At />
      </MemoryRouter>
    </SWRConfig>,
  )

describe('a document', () => {
  it('R2.01 is read by the code of its address, and leads with it to the others', async () => {
    await loadPublic(app)
    open()
    await waitFor(() => screen.getByText('兹证明 甲 属实。'))
    expect(asked).toEqual([{ url: '/prod-api/api-im/thing/open', code: 'abc' }])
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: '存证证明' }).href).toContain('/paper/other?code=abc')
    expect(screen.queryByRole('button', { name: '关闭' })).toBeNull()
    await waitFor(() => screen.getByText('扫码查验'))
  })
  it('R2.01 with a code that has expired says so, and shows nothing else', async () => {
    await loadPublic(app)
    answer = () =>
      new Response(
        JSON.stringify({ resultCode: '410', resultMsg: '查验码已于 2026-01-01 00:00:00 过期，请向出具单位索取新的' }),
        { status: 410 },
      )
    open()
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toBe('查验码已于 2026-01-01 00:00:00 过期，请向出具单位索取新的'),
    )
    expect(screen.queryByText('清单')).toBeNull()
    expect(screen.queryByRole('textbox')).toBeNull()
  })
  const ask = { label: '查验码', text: '输入文书上的查验码，就能看到这份清单。' }
  it('opened without a code says what it is for and asks for one, and asks the server nothing', async () => {
    await loadPublic(app)
    open({ ask }, '')
    expect(screen.getByText(ask.text)).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    fireEvent.change(screen.getByLabelText('查验码'), { target: { value: ' abc ' } })
    fireEvent.click(screen.getByRole('button', { name: '打开文书' }))
    await waitFor(() => expect(screen.getByTestId('at').textContent).toBe('/paper/open?code=abc'))
    expect(asked).toEqual([])
  })
  it('with a wrong code says so once, and lets it be mended', async () => {
    await loadPublic(app)
    answer = () => new Response(JSON.stringify({ resultCode: '410', resultMsg: '查验码无效' }), { status: 410 })
    open({ ask }, '?code=abd')
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('查验码无效'))
    expect(screen.getByLabelText<HTMLInputElement>('查验码').value).toBe('abd')
  })
  it('opened without saying which one leads back to the list, where nothing can be asked', async () => {
    await loadPublic(app)
    open({}, '')
    expect(screen.getByText(/网址里没有写明是哪一条/)).toBeTruthy()
    expect(asked).toEqual([])
  })
  it('of staff has no code until they make one, for as long as they say', async () => {
    document.cookie = 'Token=t; path=/'
    await loadBoot(app, 'paper/open')
    open(
      {
        argument: 'id',
        qr: {
          label: '扫码查验',
          page: 'paper/open',
          also: ['paper/other'],
          call: { ...LIST, name: 'thing.share', path: '/api/thing/share' },
        },
      },
      '?id=1',
    )
    await waitFor(() => screen.getByText('兹证明 甲 属实。'))
    expect(screen.queryByText('扫码查验')).toBeNull()
    await act(async () => {
      fireEvent.click(screen.getByLabelText('有效期'))
    })
    fireEvent.click(screen.getByRole('option', { name: '7 天有效' }))
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: '生成查验二维码' }))
    })
    await waitFor(() => screen.getByText('扫码查验'))
    expect(asked.at(-1)).toEqual({ url: '/prod-api/api-im/thing/share', id: '1', days: 7 })
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: '存证证明' }).href).toContain('code=new%20code')
  })
})
