import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BOOT_ELEMENT } from '../../../../src/core/contract/carried.ts'
import { loadBoot } from '../../../../src/console/data/config/config.ts'
import { keepToken, keepUser } from '../../../../src/console/data/session/session.ts'
import { t } from '../../../../src/console/i18n/t.ts'
import { boot } from '../../support/boot.ts'
import { app } from '../../support/app.tsx'

const asked: string[] = []
const inForce = boot()
const english = { ...inForce, manifest: { ...inForce.manifest, locales: { en: 'abc' } } }

function carry(route: string, carried = inForce): void {
  const element = document.createElement('script')
  element.type = 'application/json'
  element.id = BOOT_ELEMENT
  element.textContent = JSON.stringify({ route, boot: carried })
  document.head.append(element)
}

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
