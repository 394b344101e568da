import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/cli/read-config.ts'
import type { MenuEntry } from '../../src/core/contract/configuration.ts'
import { compileProject, readProject } from '../../src/core/index.ts'
import { distinctScopes } from '../../src/core/overlay/scopes.ts'

const project = readProject(readConfig('.'), problem => {
  throw new Error(problem.code)
})
const configuration = compileProject(project)
const scopes = distinctScopes(project).map(scope => configuration.scope(scope))
const CHINESE = /\p{Script=Han}/u

const titles = (menu: readonly MenuEntry[]): string[] =>
  menu.flatMap(({ title, children }) => [title, ...titles(children)])

/** What the configuration says is translated (translation-missing of validate); here: into English, for every scope. */
describe('a reader of English', () => {
  it('is told nothing in Chinese by any translation', () => {
    const texts = scopes.flatMap(scoped => Object.entries(scoped.texts('en')))
    expect(texts.length).toBeGreaterThan(1000)
    // a Chinese character within a text in English is what the text is about: a word that is looked for, or a name
    const said = texts.filter(([chinese, english]) => CHINESE.test(english) && !quotes(english, chinese))
    expect([...new Set(said.map(([, english]) => english))]).toEqual([])
  })

  it('reads every page title, menu entry, state and dictionary entry in English', () => {
    const left = scopes.flatMap(scoped => {
      const texts = scoped.texts('en')
      const pages = Object.keys(scoped.manifest.pages).flatMap(route => scoped.page(route) ?? [])
      const said = [
        ...titles(scoped.menu),
        ...pages.flatMap(({ title, dictionaries }) => [
          title,
          ...Object.values(dictionaries).flatMap(one => one.map(([, label]) => label)),
        ]),
      ]
      return said.filter(text => CHINESE.test(text) && texts[text] === undefined)
    })
    expect([...new Set(left)]).toEqual([])
  })
})

const quotes = (english: string, chinese: string): boolean =>
  [...english].filter(one => CHINESE.test(one)).every(one => chinese.includes(one)) && /[A-Za-z]{3}/.test(english)
