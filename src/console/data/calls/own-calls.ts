// made by npm run calls: edit endpoints.yaml of base/ or schemas/, or scripts/calls/calls.ts, not this
import { call } from './call.ts'

/** Calls for what our own server stores for users; an existing backend does not have them. */

export const PREFS_GET = call('prefs.get', 'GET', '/api-console/preferences', 'query')
export const PREFS_SET = call('prefs.set', 'POST', '/api-console/preferences', 'body')
export const VIEWS_LIST = call('views.list', 'GET', '/api-console/views', 'query')
export const VIEWS_SAVE = call('views.save', 'POST', '/api-console/views', 'body')
export const VIEWS_DELETE = call('views.delete', 'POST', '/api-console/views/delete', 'body')
export const DRAFT_GET = call('draft.get', 'GET', '/api-console/drafts', 'query')
export const DRAFT_SET = call('draft.set', 'POST', '/api-console/drafts', 'body')
export const GEO_MAP = call('geo.map', 'GET', '/geo/{code}.json', 'path')
export const SIGN_IN_LIST = call('signIn.list', 'GET', '/api-console/sign-ins', 'query')
export const SIGN_IN_SIGN = call('signIn.sign', 'POST', '/api-console/sign-ins', 'body')
export const CHOICES_LIST = call('choices.list', 'POST', '/api-console/choices', 'body')
export const GEO_OUTLINE = call('geo.outline', 'GET', '/api-console/outline', 'query')
export const LIST_TABS = call('list.tabs', 'POST', '/api-console/tabs', 'body')
export const RECORD_RELATED = call('record.related', 'POST', '/api-console/related', 'body')
export const SELECTION_FREEZE = call('selection.freeze', 'POST', '/api-console/selections', 'body')
export const BATCH_RUN = call('batch.run', 'POST', '/api-console/batches', 'body')
export const BATCH_STATE = call('batch.state', 'GET', '/api-console/batches', 'query')
export const BATCH_CANCEL = call('batch.cancel', 'POST', '/api-console/batches/cancel', 'body')
export const BATCH_UNDO = call('batch.undo', 'POST', '/api-console/batches/undo', 'body')
export const EXPORT_RUN = call('export.run', 'POST', '/api-console/exports', 'body')
export const EXPORT_STATE = call('export.state', 'GET', '/api-console/exports', 'query')
export const EXPORT_CANCEL = call('export.cancel', 'POST', '/api-console/exports/cancel', 'body')
export const EXPORT_FILE = call('export.file', 'POST', '/api-console/exports/file', 'body')
export const IMPORT_TEMPLATE = call('import.template', 'POST', '/api-console/imports/template', 'body')
export const IMPORT_CHECK = call('import.check', 'POST', '/api-console/imports', 'body')
export const IMPORT_STATE = call('import.state', 'GET', '/api-console/imports', 'query')
export const IMPORT_CANCEL = call('import.cancel', 'POST', '/api-console/imports/cancel', 'body')
export const IMPORT_REFUSED = call('import.refused', 'POST', '/api-console/imports/refused', 'body')
export const IMPORT_RUN = call('import.run', 'POST', '/api-console/imports/run', 'body')
export const TOTP_STATE = call('totp.state', 'GET', '/api-console/totp', 'query')
export const TOTP_BEGIN = call('totp.begin', 'POST', '/api-console/totp/begin', 'body')
export const TOTP_CONFIRM = call('totp.confirm', 'POST', '/api-console/totp/confirm', 'body')
export const TOTP_RECOVERY = call('totp.recovery', 'POST', '/api-console/totp/recovery', 'body')
export const TOTP_OFF = call('totp.off', 'POST', '/api-console/totp/off', 'body')
export const RECORD_REVEAL = call('record.reveal', 'POST', '/api-console/reveal', 'body')
export const RECORD_FIND = call('record.find', 'POST', '/api-console/find', 'body')
export const MESSAGE_LIST = call('message.list', 'POST', '/api-console/messages', 'body')
export const MESSAGE_UNREAD = call('message.unread', 'GET', '/api-console/messages/unread', 'query')
export const MESSAGE_OPEN = call('message.open', 'POST', '/api-console/messages/open', 'body', 'resultCode', [
  'message',
])
export const MESSAGE_READ = call('message.read', 'POST', '/api-console/messages/read', 'body', 'resultCode', [
  'message',
])
