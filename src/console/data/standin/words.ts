import type { ConsoleApp } from '../../app/app.ts'
import { isText } from '../../app/kept.ts'
import type { BackendFacts } from '../../../core/contract/backend.ts'
import type { DictionaryEntries, Page } from '../../../core/contract/configuration.ts'
import { CallError } from '../http/errors.ts'
import { send } from '../http/http.ts'

/** Gives a page the backend's words for its dictionaries; each is asked for once, and ours stay where it has none. */
export function wordsBy(app: ConsoleApp, { words }: BackendFacts): (page: Page) => Promise<Page> {
  const asked = new Map<string, Promise<DictionaryEntries>>()
  const wordsOf = (name: string): Promise<DictionaryEntries> => {
    const source = words[name]
    if (!source) return Promise.resolve([])
    const { call, argument } = source
    const key = argument === undefined ? call.name : `${call.name} ${name}`
    const coming =
      asked.get(key)
      ?? send<unknown>(app, call, argument === undefined ? {} : { [argument]: name }, { quiet: true }).then(
        entriesIn,
        nothing,
      )
    asked.set(key, coming)
    return coming
  }
  return async page => {
    if (!('dictionaries' in page)) return page
    const own = Object.entries(page.dictionaries)
    const named = await Promise.all(own.map(async ([name, entries]) => [name, said(entries, await wordsOf(name))]))
    return { ...page, dictionaries: Object.fromEntries(named) as Page['dictionaries'] }
  }
}

function nothing(cause: unknown): DictionaryEntries {
  if (!(cause instanceof CallError) || cause.logout) throw cause
  return []
}

const isEntry = (row: unknown): row is { key: string; value: string } =>
  typeof row === 'object' && row !== null && 'key' in row && 'value' in row && isText(row.key) && isText(row.value)

const entriesIn = (data: unknown): DictionaryEntries =>
  (Array.isArray(data) ? data : []).filter(isEntry).map(({ key, value }) => [key, value])

/** Our entries under the backend's names, with what only it has after them. */
function said(entries: DictionaryEntries, words: DictionaryEntries): DictionaryEntries {
  const names = new Map(words.map(([key, label]) => [key, label]))
  const known = new Set(entries.map(([key]) => key))
  return [
    ...entries.map(([key, label, ...look]): DictionaryEntries[number] => [key, names.get(key) ?? label, ...look]),
    ...words.filter(([key]) => !known.has(key)),
  ]
}
