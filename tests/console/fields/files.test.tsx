import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadBoot } from '../../../src/console/data/config/config.ts'
import { download, typeOf } from '../../../src/console/data/download.ts'
import { clearSession, keepToken } from '../../../src/console/data/session/session.ts'
import { provideFeedback } from '../../../src/console/feedback/notice.ts'
import { UploadControl } from '../../../src/console/fields/controls/upload.tsx'
import { definitionOf } from '../../../src/console/fields/fields.ts'
import { fileName, isGoing } from '../../../src/console/fields/values/files.ts'
import { boot } from '../support/boot.ts'
import { field } from '../support/pages.ts'
import { app, render } from '../support/app.tsx'

interface Saved {
  name: string
  type: string
  size: number
}
let saved: Saved[]
let notices: string[]

beforeEach(async () => {
  saved = []
  notices = []
  provideFeedback(app, {
    notice: ({ text }) => {
      notices.push(text)
    },
    ask: async () => true,
  })
  let blob: Blob | undefined
  vi.spyOn(URL, 'createObjectURL').mockImplementation(source => {
    blob = source as Blob
    return 'blob:x'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, type: blob?.type ?? '', size: blob?.size ?? 0 })
  })
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.startsWith('/config/boot')) return new Response(JSON.stringify(boot()))
    return url.includes('gone') ? new Response('', { status: 404 }) : new Response('abc')
  })
  await loadBoot(app, 'thing/form')
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('downloads', () => {
  it('R7.07 an address is read and saved with its type, an unknown one as bytes', async () => {
    await download(app, 'https://a.example/x', '说明.pdf')
    await download(app, 'http://a.example/x', '数据.bin')
    expect(saved).toEqual([
      { name: '说明.pdf', type: 'application/pdf', size: 3 },
      { name: '数据.bin', type: 'application/octet-stream', size: 3 },
    ])
    expect(['pdf', 'txt', 'csv', 'json', 'doc', 'docx', 'xls', 'xlsx', 'mp3', 'mp4', 'flv'].map(typeOf)).not.toContain(
      'application/octet-stream',
    )
  })

  it('R5.08 R8.05 content that is no address is saved as txt or json, and refused otherwise', async () => {
    await download(app, '文字', 'a.txt')
    await download(app, '{}', 'a.json')
    expect(saved.map(({ name }) => name)).toEqual(['a.txt', 'a.json'])
    await expect(download(app, '文字', 'a.doc')).rejects.toThrow('只能保存为 txt 或 json 文件')
    expect(notices).toEqual(['只能保存为 txt 或 json 文件'])
  })

  it('R8.05 one that is not ok fails', async () => {
    await expect(download(app, 'https://a.example/gone', 'a.pdf')).rejects.toThrow('文件没有下载成功')
    expect(saved).toEqual([])
  })
})

/** A server that takes bytes as slowly as the test says. */
class SlowRequest extends EventTarget {
  static all: SlowRequest[] = []
  upload = new EventTarget()
  status = 200
  responseText = ''
  aborted = false
  open() {
    SlowRequest.all.push(this)
  }
  setRequestHeader() {}
  getAllResponseHeaders() {
    return ''
  }
  send() {}
  abort() {
    this.aborted = true
    this.dispatchEvent(new Event('abort'))
  }
  progress(loaded: number) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { lengthComputable: true, loaded, total: 100 }))
  }
  answer(status: number, body: object) {
    this.status = status
    this.responseText = JSON.stringify(body)
    this.dispatchEvent(new Event('load'))
  }
}

describe('uploads', () => {
  it('take a pasted screenshot, named after its time, into the control with the focus or the first one', async () => {
    const rects = vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList)
    render(
      <>
        {['first', 'second'].map(id => (
          <UploadControl key={id} id={id} field={facts} entries={[]} value="" onChange={() => {}} />
        ))}
        <input aria-label="别处" />
      </>,
    )
    const names = (at: number) =>
      [...(document.querySelectorAll('.upload')[at]?.querySelectorAll('li') ?? [])].map(
        item => item.querySelector('span')?.textContent,
      )
    await paste(document.body, new File(['x'], 'image.png', { type: 'image/png' }))
    expect(names(0)).toEqual([expect.stringMatching(/^截图_\d{14}\.png$/)])
    act(() => document.getElementById('second')?.focus())
    await paste(document.body, new File(['x'], '说明.png'), new File(['x'], 'setup.exe'))
    expect([names(0).length, names(1)]).toEqual([1, ['说明.png']])
    expect(notices).toEqual([expect.stringContaining('只能上传这些格式')])
    // text is pasted where it was meant to go
    await paste(document.querySelector('input[aria-label=别处]') as Element)
    expect([names(0).length, names(1).length]).toEqual([1, 1])
    rects.mockRestore()
  })

  const facts = field('shot', 'image', { label: '截图', multiple: true })
  let value: string
  beforeEach(() => {
    SlowRequest.all = []
    vi.stubGlobal('XMLHttpRequest', SlowRequest)
  })
  const draw = () => {
    value = ''
    const control = () => (
      <UploadControl
        id="f.shot"
        field={facts}
        entries={[]}
        value={value}
        onChange={next => {
          value = String(next)
          view.rerender(control())
        }}
      />
    )
    const view = render(control())
    return view
  }
  const choose = (...names: string[]) =>
    act(async () => {
      fireEvent.change(document.querySelector('input[type=file]') as HTMLElement, {
        target: { files: names.map(name => new File(['x'], name)) },
      })
    })
  const paste = (target: Element, ...files: File[]) => {
    const event = new Event('paste', { bubbles: true, cancelable: true })
    Object.assign(event, { clipboardData: { files } })
    return act(async () => {
      target.dispatchEvent(event)
    })
  }
  const request = (at: number) => SlowRequest.all[at] as SlowRequest
  const done = (name: string) => ({
    resultCode: '0',
    data: { id: name, url: `/file/${name}/${encodeURIComponent(name)}` },
  })

  it('show how far they are, join the value in any order, and can be taken back', async () => {
    draw()
    await choose('一.png', '二.png')
    expect(isGoing(app, 'f.shot')).toBe(true)
    await act(async () => request(0).progress(40))
    expect(screen.getAllByRole('progressbar')[0]?.getAttribute('value')).toBe('40')
    await act(async () => request(1).answer(200, done('二.png')))
    await act(async () => request(0).answer(200, done('一.png')))
    await waitFor(() => expect(value.split(',').map(fileName)).toEqual(['二.png', '一.png']))
    expect(isGoing(app, 'f.shot')).toBe(false)
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: '移除 二.png' }))
    })
    expect(value.split(',').map(fileName)).toEqual(['一.png'])
  })

  it('one that fails says why and can be sent again or given up', async () => {
    draw()
    await choose('页.png')
    await act(async () => request(0).answer(400, { resultCode: '400', resultMsg: '文件内容与类型不符：页.png' }))
    expect((await screen.findByRole('alert')).textContent).toBe('文件内容与类型不符：页.png')
    expect(isGoing(app, 'f.shot')).toBe(false)
    await act(async () => {
      fireEvent.click(screen.getByText('重试'))
    })
    expect(SlowRequest.all).toHaveLength(2)
    await act(async () => {
      fireEvent.click(screen.getByText('取消'))
    })
    expect(request(1).aborted).toBe(true)
    expect([value, notices]).toEqual(['', []])
  })
})

/** What a record may hold that somebody planted, collected or wrote by hand; nothing of it is a file of ours. */
const CALL = 'prod-api/api-im/website/delete?uniqueId=1'
const PLANTED = [
  `/${CALL}`,
  `/file/../${CALL}`,
  `/file/a/../../${CALL}`,
  `/file/%2e%2e/${CALL}`,
  `/file/a/..%2f..%2f${CALL}`,
  `/file/a%5c..%5c..%5c${CALL}`,
  `../${CALL}`,
  `\\${CALL}`,
  `/p\trod-api/api-im/website/delete`,
  `/File/a/b.png`,
  `/filed/${CALL}`,
  `${location.origin}/${CALL}`,
  `${location.origin.toUpperCase()}/${CALL}`,
  `${location.origin}/file/../${CALL}`,
  `//${location.host}/${CALL}`,
  `http://user@${location.host}/${CALL}`,
  `/${CALL}#/a.png`,
  `/config/boot?a.png`,
  '/api-auth/oauth/remove/token',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)//a.png',
  'data:text/html;<script>alert(1)</script>',
  'data:image/png;base64',
  'blob:x',
  'file:///etc/passwd',
  'http://',
  '//',
  'vbscript:x',
]
const FOREIGN = [
  'https://cdn.example/a.png',
  '//cdn.example/file/a/b.png',
  'http://cdn.example/file/a.pdf',
  'ftp://cdn.example/a.doc',
  '\\\\cdn.example\\a.png',
  `https://${location.hostname}.evil.example/file/a.png`,
]

describe('addresses that are no files of ours', () => {
  const asked: { url: string; init: RequestInit | undefined }[] = []
  beforeEach(() => {
    asked.length = 0
    keepToken('secret')
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      asked.push({ url, init })
      return new Response('abc')
    })
  })
  afterEach(clearSession)
  const isFile = (address: string) => {
    const { origin, pathname } = new URL(address, location.href)
    return origin === location.origin && pathname.startsWith('/file/') && !/%(2f|5c)/i.test(pathname)
  }
  const bearers = () =>
    asked.filter(({ init }) => new Headers(init?.headers).has('authorization')).map(({ url }) => url)
  /** All that a field draws of a value, wherever it does. */
  const drawAll = (value: string) => {
    const facts = (kind: 'file' | 'image') => field('shot', kind, { label: '截图', multiple: true })
    const drawn = (['file', 'image'] as const).flatMap(kind =>
      [definitionOf(kind).cell, definitionOf(kind).description].map(make =>
        make(facts(kind), { dictionaries: {}, fileBase: '/file' })(value, {}),
      ),
    )
    return render(
      <div>
        {drawn.map((one, i) => (
          <div key={i}>{one}</div>
        ))}
        <UploadControl id="f.shot" field={facts('file')} entries={[]} value={value} onChange={() => {}} />
      </div>,
    )
  }

  it.each(PLANTED)('%s is a text: nothing asks for it, and no click leads there', async address => {
    const { container } = drawAll(address)
    expect([...container.querySelectorAll('[href], [src]')]).toEqual([])
    expect(container.textContent).toContain(address.trim())
    await act(async () => {
      for (const one of container.querySelectorAll('span')) fireEvent.click(one)
    })
    if (/^https?:/i.test(address)) await download(app, address, 'a.pdf').catch(() => undefined)
    expect([asked, saved]).toEqual([[], []])
  })

  it.each(FOREIGN)('%s is a link that opens there and tells nothing', async address => {
    const { container } = drawAll(address)
    const links = [...container.querySelectorAll('a')]
    expect(links).toHaveLength(5)
    for (const link of links)
      expect([link.target, link.rel.split(' ').sort(), new URL(link.href).origin !== location.origin]).toEqual([
        '_blank',
        ['noopener', 'noreferrer'],
        true,
      ])
    // no picture is fetched from there
    expect([...container.querySelectorAll('img')]).toEqual([])
    if (/^(https?|ftp):/.test(address)) await download(app, address, 'a.pdf')
    expect(asked.map(({ init }) => [init?.credentials, init?.referrerPolicy])).toEqual(
      asked.map(() => ['omit', 'no-referrer']),
    )
    expect(bearers()).toEqual([])
  })

  it('are told from ours, which the reader’s token goes with', async () => {
    for (const address of ['/file/a/b.png', 'a/b.png', '/file/a/%252f.png', `${location.origin}/file/a/b.png`]) {
      const { container, unmount } = drawAll(address)
      const links = [...container.querySelectorAll('a')].map(link => link.getAttribute('href') ?? '')
      expect(links.length).toBeGreaterThan(2)
      expect(
        [...links, ...[...container.querySelectorAll('img')].map(img => img.getAttribute('src') ?? '')].filter(
          one => !isFile(one),
        ),
      ).toEqual([])
      await act(async () => {
        fireEvent.click(container.querySelector('a.file') as HTMLElement)
      })
      await waitFor(() => expect(saved).toHaveLength(1))
      expect(bearers().every(isFile) && bearers().length === 1).toBe(true)
      unmount()
      asked.length = 0
      saved = []
    }
  })
})

describe('pictures', () => {
  it('open large, go by arrows and close with Esc', async () => {
    const facts = field('shot', 'image', { label: '截图', multiple: true })
    const draw = definitionOf('image').description(facts, { dictionaries: {}, fileBase: '/file' })
    render(<div>{draw('/file/a/1.png,/file/b/2.png', {})}</div>)
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: '放大 截图 2' }))
    })
    const layer = await screen.findByRole('dialog')
    const shown = () => layer.querySelector('.zoom-view img')?.getAttribute('src')
    expect(shown()).toBe('/file/b/2.png')
    fireEvent.keyDown(layer, { key: 'ArrowLeft' })
    expect(shown()).toBe('/file/a/1.png')
    fireEvent.keyDown(layer, { key: 'ArrowLeft' })
    expect(shown()).toBe('/file/a/1.png')
    fireEvent.keyDown(layer, { key: '+' })
    expect(layer.textContent).toContain('150%')
    fireEvent.keyDown(layer, { key: 'Escape' })
    expect(screen.queryByRole('dialog')).toBe(null)
  })

  it('one that cannot be read says so, and tries again', () => {
    const draw = definitionOf('image').description(field('shot', 'image', { label: '截图' }), {
      dictionaries: {},
      fileBase: '/file',
    })
    render(<div>{draw('x.png', {})}</div>)
    fireEvent.error(screen.getByRole('img'))
    expect(screen.getByRole('alert').textContent).toContain('截图没有读到')
    fireEvent.click(screen.getByText('重试'))
    expect(screen.getByRole('img')).toBeTruthy()
  })
})
