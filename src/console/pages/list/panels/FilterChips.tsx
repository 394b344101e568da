import { useEffect, useMemo, useRef, useState } from 'react'
import { useApp } from '../../../app/useApp.ts'
import type { Filter, ListPage } from '../../../../core/contract/configuration.ts'
import { LIST_MISSING } from '../../../data/calls/own-calls.ts'
import { useCall } from '../../../data/http/query.ts'
import { ask } from '../../../feedback/notice.ts'
import { isList, listOf } from '../../../fields/values/pasted.ts'
import { filterArgs } from '../../../fields/values/query.ts'
import { t } from '../../../i18n/t.ts'
import { filterWords } from '../jobs/filterSummary.ts'

export interface FilterChipsProps {
  page: ListPage
  filters: Record<string, string>
  onQuery: (filters: Record<string, string>) => void
}

/** One chip for each filter, with a button that removes just this one, and a button that removes all. */
export function FilterChips({ page, filters, onQuery }: FilterChipsProps) {
  const list = useRef<HTMLUListElement>(null)
  const set = page.filters.filter(({ name }) => filters[name])
  const without = (name: string, i: number) => {
    const { [name]: _, ...rest } = filters
    focusBeside(list.current, i)
    onQuery(rest)
  }
  return (
    <>
      <ul ref={list} aria-label={t('当前的筛选条件')}>
        {set.map((filter, i) => (
          <Chip
            key={filter.name}
            page={page}
            filter={filter}
            value={filters[filter.name] ?? ''}
            onRemove={() => without(filter.name, i)}
          />
        ))}
      </ul>
      <button type="button" className="link" onClick={() => onQuery({})}>
        {t('清空')}
      </button>
    </>
  )
}

/** Before a chip goes, its neighbour takes the focus, or the filters if it is the last one. */
function focusBeside(list: HTMLUListElement | null, i: number): void {
  const chips = [...(list?.querySelectorAll<HTMLElement>('.chip > button') ?? [])]
  const next = chips[i + 1] ?? chips[i - 1]
  const form = list?.closest('.page')?.querySelector<HTMLElement>('.filters button[type="submit"]')
  ;(next ?? form)?.focus()
}

interface ChipProps {
  page: ListPage
  filter: Filter
  value: string
  onRemove: () => void
}

function Chip({ page, filter, value, onRemove }: ChipProps) {
  const label = t(filter.label)
  const words = useWords(page, filter, value)
  return (
    <li className="chip" title={`${label}：${words}`}>
      <span>
        {label}：{words}
      </span>
      {isList(value) && listOf(value).length > 1 && <Missing page={page} filter={filter} value={value} />}
      <button type="button" aria-label={t('去掉筛选条件“{label}”', { label })} onClick={onRemove} />
    </li>
  )
}

/** How many values of a pasted list are in no row of this list, whatever else it is filtered by; pressed, which. */
function Missing({ page, filter, value }: Omit<ChipProps, 'onRemove'>) {
  const app = useApp()
  const asked = useMemo(
    () => ({ call: page.source.name, field: filter.name, args: filterArgs(filter, value) }),
    [page, filter, value],
  )
  const { data: missing = [] } = useCall<string[]>(LIST_MISSING, asked, { quiet: true })
  if (missing.length === 0) return null
  const text = t('{n} 个没有找到', { n: missing.length })
  const tell = (): void =>
    void ask(app, {
      title: text,
      text: missing.join('\n'),
      ok: t('知道了'),
      only: true,
      copy: missing.join('\n'),
    })
  return (
    <span className="chip-missing">
      <button type="button" className="link" onClick={tell}>
        {text}
      </button>
    </span>
  )
}

/** Names of areas and records are asked for; until they come, nothing is said. */
function useWords(page: ListPage, filter: Filter, value: string): string {
  const app = useApp()
  const [words, setWords] = useState('')
  useEffect(() => {
    let live = true
    void filterWords(app, page, filter, value).then(text => live && setWords(text))
    return () => {
      live = false
    }
  }, [app, page, filter, value])
  return words
}
