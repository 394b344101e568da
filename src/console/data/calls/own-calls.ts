import type { Call } from '../../../core/contract/configuration.ts'

/** Calls of the console's own, which the specification does not show: what it keeps for its users on the server. */
const get = (name: string, path: string): Call => ({
  name,
  method: 'GET',
  path: `/api-console/${path}`,
  args: 'query',
  envelope: 'resultCode',
})
const post = (name: string, path: string): Call => ({
  name,
  method: 'POST',
  path: `/api-console/${path}`,
  args: 'body',
  envelope: 'resultCode',
})

export const PREFS_GET = get('prefs.get', 'preferences')
export const PREFS_SET = post('prefs.set', 'preferences')
export const VIEWS_LIST = get('views.list', 'views')
export const VIEWS_SAVE = post('views.save', 'views')
export const VIEWS_DELETE = post('views.delete', 'views/delete')
export const DRAFT_GET = get('draft.get', 'drafts')
export const DRAFT_SET = post('draft.set', 'drafts')
export const CHOICES_FIND = post('choices.list', 'choices')
export const LIST_TABS = post('list.tabs', 'tabs')
export const SELECTION_FREEZE = post('selection.freeze', 'selections')
export const BATCH_RUN = post('batch.run', 'batches')
export const BATCH_STATE = get('batch.state', 'batches')
export const BATCH_CANCEL = post('batch.cancel', 'batches/cancel')
export const EXPORT_RUN = post('export.run', 'exports')
export const EXPORT_STATE = get('export.state', 'exports')
export const EXPORT_CANCEL = post('export.cancel', 'exports/cancel')
export const EXPORT_FILE = post('export.file', 'exports/file')
export const TOTP_STATE = get('totp.state', 'totp')
export const TOTP_BEGIN = post('totp.begin', 'totp/begin')
export const TOTP_CONFIRM = post('totp.confirm', 'totp/confirm')
export const TOTP_RECOVERY = post('totp.recovery', 'totp/recovery')
export const TOTP_OFF = post('totp.off', 'totp/off')
export const RECORD_REVEAL = post('record.reveal', 'reveal')
