import { part } from '../../../app/app.ts'
import type { Call } from '../../../../core/contract/configuration.ts'

export type Chosen = { keys: string[] } | { selectionId: string }

/**
 * Work that this tab has asked for and that has not come to its end: what it takes to follow it, and what is done then.
 */
export interface PendingBatch {
  kind: 'batch'
  id: string
  total: number
  route: string
  label: string
  call?: Call
  chosen: Chosen
  after?: string
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
    // a browser that keeps no more follows it for as long as the page stands
  }
}

function createPending() {
  /** ids of what this page follows */
  const followed = new Set<string>()
  return {
    put: (one: Pending) => {
      followed.add(one.id)
      store([...stored().filter(({ id }) => id !== one.id), one])
    },
    drop: (id: string) => store(stored().filter(one => one.id !== id)),
    /** What the page that stood here before has begun and nobody follows; each is given out once. */
    left: (): Pending[] => {
      const list = stored().filter(({ id }) => !followed.has(id))
      for (const { id } of list) followed.add(id)
      return list
    },
  }
}
export const pending = part(createPending)
