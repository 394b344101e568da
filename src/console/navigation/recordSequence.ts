import { part, type ConsoleApp } from '../app/app.ts'
import type { ListAnswer, Row } from '../../core/contract/api.ts'
import type { Call, ListPage } from '../../core/contract/configuration.ts'
import { send, type Args } from '../data/http/http.ts'

/** A list's rows in order, for "previous" and "next" on a record's page. */
export interface RecordSequence {
  id: string
  list: ListPage
  source: Call
  keys: string[]
  page: number
  size: number
  total: number
  argsOf(page: number): Args
  /** the list is within another record's page: used only by records opened from there */
  within: boolean
}

const remembered = part(() => new Map<string, RecordSequence>())

/** Stores the rows that a list shows; the latest list is stored last. */
export function rememberSequence(app: ConsoleApp, sequence: RecordSequence): void {
  const sequences = remembered(app)
  sequences.delete(sequence.id)
  sequences.set(sequence.id, sequence)
}

export const keysIn = (list: ListPage, rows: Row[]): string[] => rows.map(row => String(row[list.entity.key]))

const leadsTo = ({ list }: RecordSequence, route: string): boolean =>
  [...list.columns, ...list.actions].some(({ page: to }) => to === route)

/**
 * The list that a record was opened from: the named one, else the latest that contains the record and links to this
 * page.
 */
export function sequenceOf(app: ConsoleApp, route: string, key: string, id?: string): RecordSequence | undefined {
  const sequences = remembered(app)
  const named = id === undefined ? undefined : sequences.get(id)
  if (named?.keys.includes(key)) return named
  return [...sequences.values()]
    .reverse()
    .find(sequence => !sequence.within && sequence.keys.includes(key) && leadsTo(sequence, route))
}

/** Number of the record in the whole list, from 1. */
export const positionIn = (sequence: RecordSequence, key: string): number =>
  (sequence.page - 1) * sequence.size + sequence.keys.indexOf(key) + 1

/** Key of the previous or next record; loads the adjacent page of the list at its ends. */
export async function neighbourKey(
  app: ConsoleApp,
  sequence: RecordSequence,
  key: string,
  by: 1 | -1,
): Promise<string | undefined> {
  const near = sequence.keys[sequence.keys.indexOf(key) + by]
  if (near !== undefined) return near
  const page = sequence.page + by
  if (page < 1 || (page - 1) * sequence.size >= sequence.total) return undefined
  const answer = await send<ListAnswer>(app, sequence.source, sequence.argsOf(page))
  const keys = keysIn(sequence.list, answer.list)
  if (keys.length === 0) return undefined
  rememberSequence(app, { ...sequence, keys, page, total: answer.totalRecord })
  return by > 0 ? keys[0] : keys.at(-1)
}
