import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BOOT_ELEMENT, callKey, FIRST_ELEMENT } from '../../../../src/core/contract/carried.ts'
import { loadBoot } from '../../../../src/console/data/config/config.ts'
import { sendEarly } from '../../../../src/console/data/http/early.ts'
import { keepToken, keepUser } from '../../../../src/console/data/session/session.ts'
import { t } from '../../../../src/console/i18n/t.ts'
import { boot } from '../../support/boot.ts'
import { app } from '../../support/app.tsx'
import { LIST } from '../../support/pages.ts'

const asked: string[] = []
const inForce = boot()
const english = { ...inForce, manifest: { ...inForce.manifest, locales: { en: 'abc' } } }

function lay(id: string, value: object): void {
  const element = document.createElement('script')
  element.type = 'application/json'
  element.id = id
  element.textContent = JSON.stringify(value)
  document.head.append(element)
}
const carry = (route: string, carried = inForce, first?: string): void =>
  lay(BOOT_ELEMENT, { route, boot: carried, first })

describe('a boot answer that came with the HTML', () => {
  beforeEach(() => {
    asked.length = 0
    keepToken('mine')
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(url)
      return new Response(JSON.stringify(url.startsWith('/config/texts/') ? { 登录: 'Sign in' } : boot()))
    })
  })
  afterEach(() => {
    document.getElementById(BOOT_ELEMENT)?.remove()
    localStorage.clear()
    vi.unstubAllGlobals()
  })

  it('is used instead of asking, once: later the server may have another', async () => {
    carry('thing/list')
    expect((await loadBoot(app, 'thing/list')).user).toEqual(inForce.user)
    expect(asked).toEqual([])
    await loadBoot(app, 'thing/list')
    expect(asked).toEqual(['/config/boot?route=thing%2Flist&lang=zh'])
  })

  it('is not used for another page, or where another tab has signed in somebody else meanwhile', async () => {
    carry('thing/list')
    await loadBoot(app, 'thing/other')
    keepUser({ ...inForce.user, id: 'another' })
    carry('thing/list')
    await loadBoot(app, 'thing/list')
    expect(asked).toHaveLength(2)
  })

  it('gets the texts of the chosen language, which the server could not know', async () => {
    localStorage.setItem('lang', 'en')
    carry('thing/list', english)
    await loadBoot(app, 'thing/list')
    expect(asked).toEqual(['/config/texts/abc'])
    expect(t('登录')).toBe('Sign in')
  })
})

describe('the first answer that follows in the HTML', () => {
  const args = { pageNo: 1 }
  const key = callKey(LIST, args)
  const CARRIED = { list: [{ id: 'carried' }] }
  const ASKED = { list: [{ id: 'asked' }] }
  const envelope = (data: object) => JSON.stringify({ resultCode: '0', data })

  beforeEach(() => {
    asked.length = 0
    keepToken('mine')
    keepUser(inForce.user)
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(url)
      return new Response(envelope(ASKED))
    })
  })
  afterEach(() => {
    for (const id of [BOOT_ELEMENT, FIRST_ELEMENT]) document.getElementById(id)?.remove()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
  const opened = async (first: string, text?: string) => {
    carry('thing/list', inForce, first)
    await loadBoot(app, 'thing/list')
    if (text !== undefined) lay(FIRST_ELEMENT, { key: first, text })
  }

  it('is taken instead of asking, once', async () => {
    await opened(key, envelope(CARRIED))
    expect(await sendEarly(app, LIST, args)).toEqual(CARRIED)
    expect([asked, document.getElementById(FIRST_ELEMENT)]).toEqual([[], null])
    expect(await sendEarly(app, LIST, { pageNo: 2 })).toEqual(ASKED)
  })
  it('is thrown away where the console asks for something else', async () => {
    const other = { pageNo: 1, pageRowNo: 50 }
    await opened(key, envelope(CARRIED))
    expect(await sendEarly(app, LIST, other)).toEqual(ASKED)
    expect(document.getElementById(FIRST_ELEMENT)).toBeNull()
  })
  it('is waited for until the HTML has been read, and asked for where it did not come', async () => {
    await opened(callKey(LIST, { pageNo: 4 }))
    vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading')
    const coming = sendEarly(app, LIST, { pageNo: 4 })
    expect(asked).toEqual([])
    document.dispatchEvent(new Event('DOMContentLoaded'))
    expect(await coming).toEqual(ASKED)
    expect(asked).toHaveLength(1)
  })
  it('is judged like any other', async () => {
    await opened(callKey(LIST, { pageNo: 3 }), JSON.stringify({ resultCode: '1', resultMsg: '不行' }))
    await expect(sendEarly(app, LIST, { pageNo: 3 })).rejects.toThrow()
    expect(asked).toEqual([])
  })
})
