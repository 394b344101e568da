// made by npm run calls: edit schemas/endpoints.yaml or scripts/calls/calls.ts, not this
import type { Call } from '../../../core/contract/configuration.ts'

/** What the console keeps for its users on our own server; an existing backend does not know these. */

export const PREFS_GET: Call = {
  name: 'prefs.get',
  method: 'GET',
  path: '/api-console/preferences',
  args: 'query',
  envelope: 'resultCode',
}
export const PREFS_SET: Call = {
  name: 'prefs.set',
  method: 'POST',
  path: '/api-console/preferences',
  args: 'body',
  envelope: 'resultCode',
}
export const VIEWS_LIST: Call = {
  name: 'views.list',
  method: 'GET',
  path: '/api-console/views',
  args: 'query',
  envelope: 'resultCode',
}
export const VIEWS_SAVE: Call = {
  name: 'views.save',
  method: 'POST',
  path: '/api-console/views',
  args: 'body',
  envelope: 'resultCode',
}
export const VIEWS_DELETE: Call = {
  name: 'views.delete',
  method: 'POST',
  path: '/api-console/views/delete',
  args: 'body',
  envelope: 'resultCode',
}
export const DRAFT_GET: Call = {
  name: 'draft.get',
  method: 'GET',
  path: '/api-console/drafts',
  args: 'query',
  envelope: 'resultCode',
}
export const DRAFT_SET: Call = {
  name: 'draft.set',
  method: 'POST',
  path: '/api-console/drafts',
  args: 'body',
  envelope: 'resultCode',
}
export const CHOICES_LIST: Call = {
  name: 'choices.list',
  method: 'POST',
  path: '/api-console/choices',
  args: 'body',
  envelope: 'resultCode',
}
export const LIST_TABS: Call = {
  name: 'list.tabs',
  method: 'POST',
  path: '/api-console/tabs',
  args: 'body',
  envelope: 'resultCode',
}
export const SELECTION_FREEZE: Call = {
  name: 'selection.freeze',
  method: 'POST',
  path: '/api-console/selections',
  args: 'body',
  envelope: 'resultCode',
}
export const BATCH_RUN: Call = {
  name: 'batch.run',
  method: 'POST',
  path: '/api-console/batches',
  args: 'body',
  envelope: 'resultCode',
}
export const BATCH_STATE: Call = {
  name: 'batch.state',
  method: 'GET',
  path: '/api-console/batches',
  args: 'query',
  envelope: 'resultCode',
}
export const BATCH_CANCEL: Call = {
  name: 'batch.cancel',
  method: 'POST',
  path: '/api-console/batches/cancel',
  args: 'body',
  envelope: 'resultCode',
}
export const EXPORT_RUN: Call = {
  name: 'export.run',
  method: 'POST',
  path: '/api-console/exports',
  args: 'body',
  envelope: 'resultCode',
}
export const EXPORT_STATE: Call = {
  name: 'export.state',
  method: 'GET',
  path: '/api-console/exports',
  args: 'query',
  envelope: 'resultCode',
}
export const EXPORT_CANCEL: Call = {
  name: 'export.cancel',
  method: 'POST',
  path: '/api-console/exports/cancel',
  args: 'body',
  envelope: 'resultCode',
}
export const EXPORT_FILE: Call = {
  name: 'export.file',
  method: 'POST',
  path: '/api-console/exports/file',
  args: 'body',
  envelope: 'resultCode',
}
export const TOTP_STATE: Call = {
  name: 'totp.state',
  method: 'GET',
  path: '/api-console/totp',
  args: 'query',
  envelope: 'resultCode',
}
export const TOTP_BEGIN: Call = {
  name: 'totp.begin',
  method: 'POST',
  path: '/api-console/totp/begin',
  args: 'body',
  envelope: 'resultCode',
}
export const TOTP_CONFIRM: Call = {
  name: 'totp.confirm',
  method: 'POST',
  path: '/api-console/totp/confirm',
  args: 'body',
  envelope: 'resultCode',
}
export const TOTP_RECOVERY: Call = {
  name: 'totp.recovery',
  method: 'POST',
  path: '/api-console/totp/recovery',
  args: 'body',
  envelope: 'resultCode',
}
export const TOTP_OFF: Call = {
  name: 'totp.off',
  method: 'POST',
  path: '/api-console/totp/off',
  args: 'body',
  envelope: 'resultCode',
}
export const RECORD_REVEAL: Call = {
  name: 'record.reveal',
  method: 'POST',
  path: '/api-console/reveal',
  args: 'body',
  envelope: 'resultCode',
}
