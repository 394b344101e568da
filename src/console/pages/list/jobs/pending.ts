import { part } from '../../../app/app.ts'
import { fieldsOf, isText, kept, textsIn } from '../../../app/kept.ts'
import type { Call } from '../../../../core/contract/configuration.ts'

export type Chosen = { keys: string[] } | { selectionId: string }

/** A job started in this tab that has not ended: everything needed to follow it after a reload. */
export interface PendingBatch {
  kind: 'batch'
  id: string
  total: number
  route: string
  label: string
  call?: Call
  chosen: Chosen
  after?: string
  /** what is done can be undone */
  undo?: true
  /** id of the batch that it undoes */
  undoes?: string
  /** it adds rows of a spreadsheet, whose numbers are its keys */
  rows?: true
}
export interface PendingExport {
  kind: 'export'
  id: string
  total: number
  title: string
  ending: string
}
export type Pending = PendingBatch | PendingExport

const jobs = kept('tab', 'jobs', value => (Array.isArray(value) ? value.filter(isPending) : undefined))

function isPending(value: unknown): value is Pending {
  const { kind, id, total, title, ending, route, label, call, chosen, after, undo, undoes, rows } = fieldsOf(value)
  if (!isText(id) || typeof total !== 'number') return false
  if (kind === 'export') return isText(title) && isText(ending)
  const isMarked = [undo, rows].every(mark => mark === undefined || mark === true)
  const isFollowed = [after, undoes].every(text => text === undefined || isText(text))
  return (
    kind === 'batch' && isText(route) && isText(label) && isCalled(call) && isChosen(chosen) && isMarked && isFollowed
  )
}
const isTextList = (value: unknown): boolean => Array.isArray(value) && textsIn(value).length === value.length
function isChosen(value: unknown): boolean {
  const { keys, selectionId } = fieldsOf(value)
  return keys === undefined ? isText(selectionId) : isTextList(keys)
}
function isCalled(call: unknown): boolean {
  const { name, method, path, in: place, envelope, names, changes } = fieldsOf(call)
  const isWhole = [name, method, path, place, envelope].every(isText)
  return call === undefined || (isWhole && [names, changes].every(list => list === undefined || isTextList(list)))
}

const stored = (): Pending[] => jobs.read() ?? []
const store = (list: Pending[]): void => jobs.keep(list.length > 0 ? list : undefined)

function createPending() {
  /** ids of jobs that this page follows */
  const followed = new Set<string>()
  return {
    put: (one: Pending) => {
      followed.add(one.id)
      store([...stored().filter(({ id }) => id !== one.id), one])
    },
    drop: (id: string) => store(stored().filter(one => one.id !== id)),
    /** Jobs started before a reload, each returned once. */
    left: (): Pending[] => {
      const list = stored().filter(({ id }) => !followed.has(id))
      for (const { id } of list) followed.add(id)
      return list
    },
  }
}
export const pending = part(createPending)
