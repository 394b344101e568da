import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ListPage, MenuEntry, Page } from '../../../src/core/contract/configuration.ts'
import { ROOT } from '../../folders.ts'
import type { Seen } from './looking.ts'
import { configuration } from './walks.ts'

/** A text of the configuration as the language of a walk has it. */
export type Say = (text: string) => string

/** What is also the name of a customer or an area is a place on most pages, and so data. */
const PLACES = new Set([...configuration.customers().map(({ name }) => name), ...(await areaNames())])

async function areaNames(): Promise<string[]> {
  const rows = JSON.parse(await readFile(join(ROOT, 'data-regions/regions.json'), 'utf8')) as [string, string][]
  return rows.map(([, name]) => name)
}

/** The titles of the menu that lead to a page, by each entry that it has. */
const pathsIn = (menu: readonly MenuEntry[], route: string | undefined): string[][] =>
  menu.flatMap(({ title, page, children }) => [
    ...(route !== undefined && page === route ? [[title]] : []),
    ...pathsIn(children, route).map(path => [title, ...path]),
  ])

/** Cells of columns of a dictionary or workflow that are none of its words, or not in the language. */
function codesIn(page: ListPage, { columns, cells }: Seen, say: Say): string[] {
  return page.columns.flatMap(({ label, dict }) => {
    const at = columns.indexOf(say(label))
    const entries = dict === undefined || at < 0 ? [] : (page.dictionaries[dict] ?? [])
    const labels = new Set(entries.map(([, one]) => say(one)))
    const strange = new Set(entries.flatMap(([code, label]) => [code, label]).filter(one => !labels.has(one)))
    return cells.flatMap(row => (strange.has(row[at] ?? '') ? [`${label}: ${row[at]}`] : []))
  })
}

/** A document is a sheet of paper, a wall display has the window to itself. */
const isAlone = (page: Page): boolean => page.kind === 'document' || (page.kind === 'dashboard' && page.screen === true)

function misplaced(page: Page, seen: Seen, menu: readonly MenuEntry[], say: Say): string[] {
  const paths = pathsIn(menu, page.route)
  const owners = 'parent' in page ? pathsIn(menu, page.parent) : []
  const trails =
    paths.length > 0 ? paths : owners.length > 0 ? owners.map(path => [...path, page.title]) : [[page.title]]
  const said = seen.trail.join('/')
  return [
    ...(trails.some(path => path.map(say).join('/') === said) ? [] : [`trail: ${said}`]),
    ...(paths.length === 0 || paths.some(path => seen.current.includes(say(path.at(-1) ?? '')))
      ? []
      : [`menu: ${seen.current.join()}`]),
  ]
}

/** What is wrong with a page, as its visitor sees it. */
export function wrongWith(page: Page, seen: Seen, menu: readonly MenuEntry[], say: Say): string[] {
  return [
    ...seen.problems.map(text => `says: ${text}`),
    ...seen.raw.map(text => `raw: ${text}`),
    ...seen.cut.map(text => `cut: ${text}`),
    ...seen.chinese.filter(text => say(text) !== text && !PLACES.has(text)).map(text => `Chinese: ${text}`),
    ...(page.kind === 'list' ? codesIn(page, seen, say).map(text => `code: ${text}`) : []),
    ...(seen.shown === 0 ? ['shows nothing'] : []),
    ...(isAlone(page) ? [] : misplaced(page, seen, menu, say)),
  ]
}
