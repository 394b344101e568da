import type { Call } from '../../core/contract/configuration.ts'

/** Calls of the header, as the specification has them. */
export const TOOLS_LIST: Call = {
  name: 'networkTool.list',
  method: 'GET',
  path: '/api-im/data/count/getNetworkQuery',
  args: 'none',
  envelope: 'resultCode',
}
export const TOOLS_SAVE: Call = {
  name: 'networkTool.save',
  method: 'POST',
  path: '/api-im/data/count/saveNetworkQuery',
  args: 'body',
  envelope: 'resultCode',
}
export const TOOLS_DELETE: Call = {
  name: 'networkTool.delete',
  method: 'GET',
  path: '/api-im/data/count/deleteNetworkQuery',
  args: 'query',
  envelope: 'resultCode',
  changes: ['networkTool'],
}
export const BADGES: Call = {
  name: 'illegalResult.counters',
  method: 'POST',
  path: '/api/ivIdIllegalResult/countCornerMarkNum',
  args: 'body',
  envelope: 'resultCode',
}
export const COUNT_DEFAULT: Call = {
  name: 'clueCount.default',
  method: 'POST',
  path: '/api/ivIdIllegalResult/countClues',
  args: 'body',
  envelope: 'resultCode',
}
export const COUNT_SENT: Call = {
  name: 'clueCount.sent',
  method: 'GET',
  path: '/api/ivIdIllegalResult/countSent',
  args: 'query',
  envelope: 'code',
}
export const COUNT_BY_ROLE: Call = {
  name: 'clueCount.byRole',
  method: 'POST',
  path: '/api/ivIdIllegalResult/countByRole',
  args: 'body',
  envelope: 'code',
}
