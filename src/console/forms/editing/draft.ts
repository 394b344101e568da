import type { ConsoleApp } from '../../app/app.ts'
import type { Row } from '../../../core/contract/api.ts'
import { send } from '../../data/http/http.ts'
import { DRAFT_GET, DRAFT_SET } from '../../data/calls/own-calls.ts'
import { isSessionOf } from '../../data/session/session.ts'

/**
 * Unsaved values, with the record as it was read: conflicts with later changes are detected when the draft is saved.
 */
export interface Draft {
  values: Row
  base?: Row
}
export interface Offer extends Draft {
  savedAt: string
}

const keyOf = (place: string): string => `draft:${place}`

/** Drafts in this tab's sessionStorage: survive reloads and navigation without a request. */
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
    // the store is full: the form works without the draft
  }
}
export function dropDraft(place: string): void {
  sessionStorage.removeItem(keyOf(place))
}

export interface ServerDraft {
  read(): Promise<Offer | undefined>
  /** resolves to whether the server has stored it */
  keep(draft: Draft): Promise<boolean>
  drop(): void
}

/**
 * Drafts on the server: survive the browser and follow the user to other machines. Failures are silent, so that they do
 * not disturb the form.
 */
export function serverDraft(app: ConsoleApp, form: string, record: string, owner: string): ServerDraft {
  let last: Promise<unknown> = Promise.resolve()
  // writes run one after the other: a late one must not restore a draft that a save has deleted
  const write = (values: Draft | null): Promise<boolean> => {
    // another user has signed in meanwhile: do not store this user's values in their name
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
