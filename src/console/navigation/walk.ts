import type { ListAnswer, Row } from '../../core/contract/api.ts'
import type { Call, ListPage } from '../../core/contract/configuration.ts'
import { send, type Args } from '../data/http/http.ts'

/** The rows of a list in their order, for going from one record to the next without going back. */
export interface Walk {
  id: string
  list: ListPage
  source: Call
  keys: string[]
  page: number
  size: number
  total: number
  argsOf(page: number): Args
  /** stands within another record's page: only followed by who comes from there */
  within: boolean
}

const walks = new Map<string, Walk>()

/** A list says what it shows; the list seen last is the last one here. */
export function noteWalk(walk: Walk): void {
  walks.delete(walk.id)
  walks.set(walk.id, walk)
}

export const keysIn = (list: ListPage, rows: Row[]): string[] => rows.map(row => String(row[list.entity.key]))

const leadsTo = ({ list }: Walk, route: string): boolean =>
  [...list.columns, ...list.actions].some(({ to }) => to === route)

/**
 * The list that a record's page was opened from: the one that is named, else the last one that shows the record and
 * leads here.
 */
export function walkOf(route: string, key: string, id?: string): Walk | undefined {
  const named = id === undefined ? undefined : walks.get(id)
  if (named?.keys.includes(key)) return named
  return [...walks.values()].reverse().find(walk => !walk.within && walk.keys.includes(key) && leadsTo(walk, route))
}

/** Where a record stands in the whole list, from 1. */
export const placeIn = (walk: Walk, key: string): number => (walk.page - 1) * walk.size + walk.keys.indexOf(key) + 1

/** The key before or after; the list's other pages are read when the walk gets there. */
export async function stepFrom(walk: Walk, key: string, by: 1 | -1): Promise<string | undefined> {
  const near = walk.keys[walk.keys.indexOf(key) + by]
  if (near !== undefined) return near
  const page = walk.page + by
  if (page < 1 || (page - 1) * walk.size >= walk.total) return undefined
  const answer = await send<ListAnswer>(walk.source, walk.argsOf(page))
  const keys = keysIn(walk.list, answer.list)
  if (keys.length === 0) return undefined
  noteWalk({ ...walk, keys, page, total: answer.totalRecord })
  return by > 0 ? keys[0] : keys.at(-1)
}
