import { LONG_MARK as MARK } from '../../../../core/contract/first-args.ts'
import type { ConsoleApp } from '../../../app/app.ts'
import { kept, pairsIn } from '../../../app/kept.ts'
import { ownUserId } from '../../../data/config/config.ts'
import { isList } from '../../../fields/values/pasted.ts'

/** Longest list that stands in the URL itself: servers and proxies refuse URLs above some thousand characters. */
const LONGEST = 1500
/** Most lists that a browser keeps, the latest ones. */
const MOST_KEPT = 20

/** lists by their marks */
const lists = kept('browser', 'long-filters', pairsIn)
const listsOf = (app: ConsoleApp): [mark: string, value: string][] => lists.read(ownUserId(app)) ?? []

/** FNV-1a, twice with different starts: 64 bits, so that two lists of one person never share a mark. */
function markOf(text: string): string {
  const sum = (start: number): string => {
    let hash = start
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
    return (hash >>> 0).toString(36)
  }
  return `${MARK}${sum(0x811c9dc5)}.${sum(0x01000193)}`
}

/** What stands in the URL for a value: a long list is kept in the browser under a mark. */
export function shortened(app: ConsoleApp, value: string): string {
  if (value.length <= LONGEST || !isList(value)) return value
  const mark = markOf(value)
  const others = listsOf(app).filter(([known]) => known !== mark)
  lists.keep([...others, [mark, value] satisfies [string, string]].slice(-MOST_KEPT), ownUserId(app))
  return mark
}

/** The value that a mark stands for. Unknown marks, of another browser, are left: the list finds nothing, not all. */
export function lengthened(app: ConsoleApp, text: string): string {
  return text.startsWith(MARK) ? (listsOf(app).find(([mark]) => mark === text)?.[1] ?? text) : text
}
