// made by npm run calls: edit endpoints.yaml of base/ or schemas/, or scripts/calls/calls.ts, not this
import { call } from '../../console/data/calls/call.ts'

/** Calls of the product's parts of the console. */

export const NETWORK_TOOL_LIST = call('networkTool.list', 'GET', '/api-im/data/count/getNetworkQuery', 'none')
export const NETWORK_TOOL_SAVE = call(
  'networkTool.save',
  'POST',
  '/api-im/data/count/saveNetworkQuery',
  'body',
  'resultCode',
  ['networkTool'],
)
export const NETWORK_TOOL_DELETE = call(
  'networkTool.delete',
  'GET',
  '/api-im/data/count/deleteNetworkQuery',
  'query',
  'resultCode',
  ['networkTool'],
)
export const ILLEGAL_RESULT_COUNTERS = call(
  'illegalResult.counters',
  'POST',
  '/api/ivIdIllegalResult/countCornerMarkNum',
  'body',
)
export const ILLEGAL_RESULT_WLCB_COUNTERS = call(
  'illegalResult.wlcbCounters',
  'POST',
  '/api/ivIdIllegalResult/wlcb/countMark',
  'body',
)
export const CLUE_COUNT_DEFAULT = call('clueCount.default', 'POST', '/api/ivIdIllegalResult/countClues', 'body')
export const CLUE_COUNT_SENT = call('clueCount.sent', 'GET', '/api/ivIdIllegalResult/countSent', 'query', 'code')
export const CLUE_COUNT_BY_ROLE = call('clueCount.byRole', 'POST', '/api/ivIdIllegalResult/countByRole', 'body', 'code')
export const LABEL_LIST = call('label.list', 'POST', '/api/wjLabelManage/list', 'body')
export const SUB_LIBRARY_LIST = call('subLibrary.list', 'POST', '/api/subLibrary/list', 'body')
export const PLATFORM_LIST = call('platform.list', 'POST', '/api/platform/platformList', 'body')
export const ILLEGAL_ITEM_LIST = call('illegalItem.list', 'POST', '/api/wjIllegalItem/list', 'body')
export const ILLEGAL_RESULT_LIST = call('illegalResult.list', 'POST', '/api/ivIdIllegalResult/queryListNew', 'body')
export const CASE_LIST = call('case.list', 'POST', '/api/wjCase/list', 'body')
export const TASK_SPECIAL_LIST = call('taskSpecial.list', 'POST', '/api/wjTaskSpecial/list', 'body')
