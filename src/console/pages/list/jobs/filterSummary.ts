import type { ConsoleApp } from '../../../app/app.ts'
import type { Filter, ListPage } from '../../../../core/contract/configuration.ts'
import { areaName, ownAreaName } from '../../../data/areas.ts'
import { namesOf } from '../../../data/choices.ts'
import { labels } from '../../../fields/cells/cells.tsx'
import { TEXT_KINDS } from '../../../../core/model/field/traits.ts'
import { isList, listOf, listText } from '../../../fields/values/pasted.ts'
import { isRange, splitRange } from '../../../fields/values/query.ts'
import { keysOf } from '../../../fields/values/text.ts'
import { isWorded, keysNamed, wordsText } from '../../../fields/values/words.ts'
import { joinNames, t } from '../../../i18n/t.ts'
import type { ListState } from '../query/state.ts'
import { filtersWithin, tabNamed } from '../query/tabs.ts'

/** Describes the filters in words, for readers of the exported sheet. */
export async function filterSummary(
  app: ConsoleApp,
  page: ListPage,
  { filters, tab: name }: ListState,
): Promise<string> {
  const tab = tabNamed(page, name)
  const values = filtersWithin(app, page, tab, filters)
  const set = page.filters.filter(({ name }) => values[name])
  const parts = await Promise.all(
    set.map(async filter => `${t(filter.label)}：${await filterWords(app, page, filter, values[filter.name] ?? '')}`),
  )
  return [...(tab ? [t(tab.label)] : []), ...parts].join('；')
}

/** A filter's value in words: names instead of codes, which may have to be asked for. */
export async function filterWords(app: ConsoleApp, page: ListPage, filter: Filter, value: string): Promise<string> {
  if (isWorded(filter, value)) return inWords(app, page, filter, value)
  if (isRange(filter)) return range(filter, ...splitRange(value))
  if (filter.kind === 'flag') return value === '1' ? t('是') : t('否')
  if (filter.dict) return labels(page.dictionaries[filter.dict] ?? [], value)
  if (filter.kind === 'area')
    return joinNames(
      await Promise.all(keysOf(value).map(async code => (await areaName(app, code).catch(() => '')) || code)),
    )
  if (filter.kind === 'ref' && filter.ref) return nameAll(app, filter.ref, keysOf(value))
  return isList(value) ? listText(listOf(value)) : value
}

async function nameAll(app: ConsoleApp, ref: string, keys: string[]): Promise<string> {
  const named = await namesOf(app, ref, keys).catch(() => [])
  return joinNames(keys.map(key => named.find(({ value }) => value === key)?.name ?? key))
}

/** Names of what is chosen or left out. */
async function inWords(app: ConsoleApp, page: ListPage, filter: Filter, value: string): Promise<string> {
  const keys = keysNamed(filter, value)
  const names = await Promise.all(keys.map(key => nameOf(app, page, filter, key)))
  return wordsText(filter, value, key => names[keys.indexOf(key)] ?? key)
}
async function nameOf(app: ConsoleApp, page: ListPage, filter: Filter, key: string): Promise<string> {
  if (filter.kind === 'area') return ownAreaName(app, key)
  return TEXT_KINDS.has(filter.kind) ? key : filterWords(app, page, filter, key)
}

function range({ unit }: Filter, from: string, to: string, open: boolean): string {
  const end = open ? t('{to}以下（不含）', { to: unit ? `${to} ${t(unit)}` : to }) : to
  if (from && to) return open ? t('{from} 起，{end}', { from, end }) : t('{from} 至 {to}', { from, to })
  return from ? t('{from} 起', { from }) : open ? end : t('{to} 止', { to })
}
