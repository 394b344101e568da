import type { ChoiceSource } from '../../console/product/product.ts'
import {
  CASE_LIST,
  ILLEGAL_ITEM_LIST,
  ILLEGAL_RESULT_LIST,
  LABEL_LIST,
  PLATFORM_LIST,
  SUB_LIBRARY_LIST,
  TASK_SPECIAL_LIST,
} from './calls.ts'

/** Calls of the specification that provide choices in front of an existing backend. */
export const CHOICES: Record<string, ChoiceSource> = {
  label: { call: LABEL_LIST },
  subLibrary: { call: SUB_LIBRARY_LIST },
  platform: { call: PLATFORM_LIST, key: 'uniqueId' },
  illegalItem: { call: ILLEGAL_ITEM_LIST, key: 'illegalId', nameOf: row => row['itemName'] },
  illegalResult: {
    call: ILLEGAL_RESULT_LIST,
    key: 'resultId',
    nameOf: row => [row['clueNo'], row['objectName']].filter(Boolean).join(' '),
  },
  case: { call: CASE_LIST },
  taskSpecial: { call: TASK_SPECIAL_LIST, key: 'taskId', nameOf: row => row['taskName'] },
}
