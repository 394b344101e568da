// made by npm run calls: edit schemas/endpoints.yaml or scripts/calls/calls.ts, not this
import type { Call } from '../../core/contract/configuration.ts'

/** Calls of the product's parts of the console. */

export const NETWORK_TOOL_LIST: Call = {
  name: 'networkTool.list',
  method: 'GET',
  path: '/api-im/data/count/getNetworkQuery',
  args: 'none',
  envelope: 'resultCode',
}
export const NETWORK_TOOL_SAVE: Call = {
  name: 'networkTool.save',
  method: 'POST',
  path: '/api-im/data/count/saveNetworkQuery',
  args: 'body',
  envelope: 'resultCode',
  changes: ['networkTool'],
}
export const NETWORK_TOOL_DELETE: Call = {
  name: 'networkTool.delete',
  method: 'GET',
  path: '/api-im/data/count/deleteNetworkQuery',
  args: 'query',
  envelope: 'resultCode',
  changes: ['networkTool'],
}
export const ILLEGAL_RESULT_COUNTERS: Call = {
  name: 'illegalResult.counters',
  method: 'POST',
  path: '/api/ivIdIllegalResult/countCornerMarkNum',
  args: 'body',
  envelope: 'resultCode',
}
export const CLUE_COUNT_DEFAULT: Call = {
  name: 'clueCount.default',
  method: 'POST',
  path: '/api/ivIdIllegalResult/countClues',
  args: 'body',
  envelope: 'resultCode',
}
export const CLUE_COUNT_SENT: Call = {
  name: 'clueCount.sent',
  method: 'GET',
  path: '/api/ivIdIllegalResult/countSent',
  args: 'query',
  envelope: 'code',
}
export const CLUE_COUNT_BY_ROLE: Call = {
  name: 'clueCount.byRole',
  method: 'POST',
  path: '/api/ivIdIllegalResult/countByRole',
  args: 'body',
  envelope: 'code',
}
export const LABEL_LIST: Call = {
  name: 'label.list',
  method: 'POST',
  path: '/api/wjLabelManage/list',
  args: 'body',
  envelope: 'resultCode',
}
export const SUB_LIBRARY_LIST: Call = {
  name: 'subLibrary.list',
  method: 'POST',
  path: '/api/subLibrary/list',
  args: 'body',
  envelope: 'resultCode',
}
export const PLATFORM_LIST: Call = {
  name: 'platform.list',
  method: 'POST',
  path: '/api/platform/platformList',
  args: 'body',
  envelope: 'resultCode',
}
export const ILLEGAL_ITEM_LIST: Call = {
  name: 'illegalItem.list',
  method: 'POST',
  path: '/api/wjIllegalItem/list',
  args: 'body',
  envelope: 'resultCode',
}
export const ILLEGAL_RESULT_LIST: Call = {
  name: 'illegalResult.list',
  method: 'POST',
  path: '/api/ivIdIllegalResult/queryListNew',
  args: 'body',
  envelope: 'resultCode',
}
export const CASE_LIST: Call = {
  name: 'case.list',
  method: 'POST',
  path: '/api/wjCase/list',
  args: 'body',
  envelope: 'resultCode',
}
export const TASK_SPECIAL_LIST: Call = {
  name: 'taskSpecial.list',
  method: 'POST',
  path: '/api/wjTaskSpecial/list',
  args: 'body',
  envelope: 'resultCode',
}
