import { describe, expect, it } from 'vitest'
import type { Page as Tab } from 'playwright-core'
import { chance } from '../../chance.ts'
import type { Page } from '../../../src/core/contract/configuration.ts'
import { scopeOf } from '../../../src/core/model/scope.ts'
import { reachOf } from '../../../src/server/access/reach.ts'
import { violations } from '../axe.ts'
import { accountOf, arrived, listed, ownConsole } from '../harness.ts'
import { look, NOW, settled } from './looking.ts'
import { configuration, knownRoutes, walks } from './walks.ts'
import { wrongWith, type Say } from './wrong.ts'

const own = ownConsole()

/** Who reads which language is drawn: again with `SEED=…`. */
const random = chance()
const LANGUAGES = ['zh', 'en']

/** A run that opens no page of somebody does not sign them in. */
const all = walks()
  .map(walk => ({
    ...walk,
    name: walk.person.username,
    language: LANGUAGES[Math.floor(random() * LANGUAGES.length)] ?? 'zh',
  }))
  .filter(({ pages }) => pages.length > 0)

/** Goes on within the console, as a link does: nothing is loaded again. */
async function open(tab: Tab, address: string, title: string, kind: Page['kind']): Promise<string[]> {
  await tab.evaluate(to => {
    // pages that were left stay in the document: what is looked at next is none of them
    for (const one of document.querySelectorAll<HTMLElement>('section.page, section.screen')) one.dataset['left'] = ''
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
  try {
    await arrived(tab, title)
    await settled(tab, kind)
    return []
  } catch (error) {
    // the pages after it are looked at all the same
    return [`${await tab.title()} instead of ${title}: ${String(error)}`]
  }
}

/** An open document is opened by a code that somebody was given. */
const addressOf = (page: Page, keys: ReadonlyMap<string, string>): string | undefined => {
  if (page.kind !== 'detail' && page.kind !== 'document') return `/${page.route}`
  if (page.kind === 'document' && page.argument !== page.entity.key) return undefined
  const key = keys.get(page.entity.name)
  return key === undefined ? undefined : `/${page.route}?${page.entity.key}=${encodeURIComponent(key)}`
}

/** Whoever has this tab open reads this language; the page is loaded anew in it. Then a link is followed. */
async function readIn(tab: Tab, language: string): Promise<void> {
  await listed(tab)
  if (language === 'zh') return
  await tab.evaluate(chosen => {
    localStorage.setItem('lang', chosen)
  }, language)
  await tab.reload()
  await listed(tab)
}

describe('R2.10 every route, by somebody who may see it', () => {
  it('is opened by somebody', () => {
    const opened = new Set(walks().flatMap(({ pages }) => pages.map(({ route }) => route)))
    expect(knownRoutes().filter(route => !opened.has(route))).toEqual([])
  })

  it.each(all)(
    'as $name in $language: no error, no raw word, nothing that axe finds, rows or why there are none, its title and place',
    async ({ person, pages, language }) => {
      const staff = await own.logIn(accountOf(({ username }) => username === person.username))
      const { page: tab, problems } = staff
      const scoped = configuration.scope(scopeOf(person))
      const texts = scoped.texts(language)
      const say: Say = text => texts[text] ?? text
      const { menu } = reachOf(scoped, person)
      await readIn(tab, language)
      const keys = new Map<string, string>()
      const wrong: Record<string, string[]> = {}
      tab.on('response', answer => {
        if (answer.status() >= 400)
          problems.push(`${answer.status()} ${answer.url()} ${answer.request().postData() ?? ''}`)
      })
      for (const page of pages) {
        const address = addressOf(page, keys)
        if (address === undefined) continue
        const late = await open(tab, address, say(page.title), page.kind)
        const seen = await look(tab, page.kind)
        if (page.kind === 'list' && seen.key !== null) keys.set(page.entity.name, seen.key)
        const found = [
          ...late,
          ...wrongWith(page, seen, menu, say),
          ...(await violations(tab, NOW)).map(one => `axe: ${one}`),
          ...problems.splice(0),
        ]
        if (found.length > 0) wrong[page.route] = found
      }
      expect(wrong).toEqual({})
      await staff.context.close()
    },
  )
})
