import type { ConsoleApp } from '../../app/app.ts'
import type { Row } from '../../../core/contract/api.ts'
import { send } from '../../data/http/http.ts'
import { DRAFT_GET, DRAFT_SET } from '../../data/calls/own-calls.ts'
import { isSessionOf } from '../../data/session/session.ts'

/**
 * What was typed and not saved, with the record as it was read: whoever saves it later is told what changed meanwhile.
 */
export interface Draft {
  values: Row
  base?: Row
}
export interface Offer extends Draft {
  savedAt: string
}

const keyOf = (place: string): string => `draft:${place}`

/** In this tab: survives a reload, a logout and a wrong turn at once. */
export function readDraft(place: string): Draft | undefined {
  const text = sessionStorage.getItem(keyOf(place))
  if (!text) return undefined
  try {
    const draft = JSON.parse(text) as Draft
    return typeof draft.values === 'object' && draft.values ? draft : undefined
  } catch {
    return undefined
  }
}
export function keepDraft(place: string, draft: Draft): void {
  try {
    sessionStorage.setItem(keyOf(place), JSON.stringify(draft))
  } catch {
    // a full store loses the draft, not the form
  }
}
export function dropDraft(place: string): void {
  sessionStorage.removeItem(keyOf(place))
}

export interface ServerDraft {
  read(): Promise<Offer | undefined>
  /** whether the server has it */
  keep(draft: Draft): Promise<boolean>
  drop(): void
}

/** On the server: survives the browser and follows the user to another machine. It fails quietly, the form goes on. */
export function serverDraft(app: ConsoleApp, form: string, record: string, owner: string): ServerDraft {
  let last: Promise<unknown> = Promise.resolve()
  // one after the other: a late write must not bring back what a save has dropped
  const write = (values: Draft | null): Promise<boolean> => {
    // what one user has typed is no draft of another
    if (!isSessionOf(owner)) return Promise.resolve(false)
    const written = last
      .then(() => send(app, DRAFT_SET, { form, record, values }, { quiet: true }))
      .then(
        () => true,
        () => false,
      )
    last = written
    return written
  }
  return {
    read: async () => {
      await last
      const found = await send<{ values: Draft; savedAt: string } | null>(
        app,
        DRAFT_GET,
        { form, record },
        { quiet: true },
      ).catch(() => null)
      return found?.values?.values ? { ...found.values, savedAt: found.savedAt } : undefined
    },
    keep: write,
    drop: () => void write(null),
  }
}
