import type { ListPage } from '../contract/configuration.ts'
import type { ActionDoc } from '../model/documents.ts'
import { toValue, type MapNode } from '../source/node.ts'
import { mapAt } from './surroundings.ts'

/** The button whose form takes a spreadsheet, where a list does not say which. */
const USUAL = 'add'

/** Name of the button whose form a list imports by; undefined if it imports nothing. */
export function importButton(said: unknown): string | undefined {
  if (said === false) return undefined
  const button = typeof said === 'object' && said !== null ? (said as { button?: unknown }).button : undefined
  return typeof button === 'string' ? button : USUAL
}

/** A list with a button that adds by a form takes the same rows from a spreadsheet, unless it says otherwise. */
export function importOf(page: MapNode, said: unknown): Pick<ListPage, 'import'> {
  const name = importButton(said)
  const button = name === undefined ? undefined : mapAt(mapAt(page, 'actions'), name)
  if (name === undefined || !button) return {}
  const { page: form, args, fields } = toValue(button) as ActionDoc
  return form === undefined || fields ? {} : { import: { button: name, page: form, ...(args ? { args } : {}) } }
}
