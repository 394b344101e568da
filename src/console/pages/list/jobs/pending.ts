import { part } from '../../../app/app.ts'
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
}
export interface PendingExport {
  kind: 'export'
  id: string
  total: number
  title: string
  ending: string
}
export type Pending = PendingBatch | PendingExport

const KEY = 'jobs'

function stored(): Pending[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as Pending[]
  } catch {
    return []
  }
}

function store(list: Pending[]): void {
  try {
    if (list.length) sessionStorage.setItem(KEY, JSON.stringify(list))
    else sessionStorage.removeItem(KEY)
  } catch {
    // if sessionStorage is full, the job is followed only until the page is reloaded
  }
}

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
