import type { Call } from '../../core/contract/configuration.ts'
import type { ChoiceSource } from '../../console/product/product.ts'

const list = (name: string, path: string): Call => ({
  name,
  method: 'POST',
  path,
  args: 'body',
  envelope: 'resultCode',
})

/** Lists that the specification shows, for the choices of references where an existing backend stands behind. */
export const CHOICES: Record<string, ChoiceSource> = {
  label: { call: list('label.list', '/api/wjLabelManage/list') },
  subLibrary: { call: list('subLibrary.list', '/api/subLibrary/list') },
  platform: { call: list('platform.list', '/api/platform/platformList'), key: 'uniqueId' },
  illegalItem: {
    call: list('illegalItem.list', '/api/wjIllegalItem/list'),
    key: 'illegalId',
    nameOf: row => row['itemName'],
  },
  illegalResult: {
    call: list('illegalResult.list', '/api/ivIdIllegalResult/queryListNew'),
    key: 'resultId',
    nameOf: row => [row['clueNo'], row['objectName']].filter(Boolean).join(' '),
  },
  case: { call: list('case.list', '/api/wjCase/list') },
  taskSpecial: {
    call: list('taskSpecial.list', '/api/wjTaskSpecial/list'),
    key: 'taskId',
    nameOf: row => row['taskName'],
  },
}
