import type { ConsoleApp } from '../../app/app.ts'
import { fieldsOf, kept } from '../../app/kept.ts'
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

const isRow = (value: unknown): value is Row => fieldsOf(value) === value
function draftIn(value: unknown): Draft | undefined {
  const { values, base } = fieldsOf(value)
  return isRow(values) ? { values, ...(isRow(base) ? { base } : {}) } : undefined
}
const drafts = kept('tab', 'draft', draftIn)

/** Drafts of this tab: survive reloads and navigation without a request. */
export const readDraft = (place: string): Draft | undefined => drafts.read(place)
export const keepDraft = (place: string, draft: Draft): void => drafts.keep(draft, place)
export const dropDraft = (place: string): void => drafts.keep(undefined, place)

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
      const found = await send<{ values: unknown; savedAt: string } | null>(
        app,
        DRAFT_GET,
        { form, record },
        { quiet: true },
      ).catch(() => null)
      const draft = draftIn(found?.values)
      return found && draft ? { ...draft, savedAt: found.savedAt } : undefined
    },
    keep: write,
    drop: () => void write(null),
  }
}
