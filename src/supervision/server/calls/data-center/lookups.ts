import type { Handlers } from '../../../../server/call/context.ts'
import { entriesOf } from '../../../../server/calls/console/lookups.ts'

export const lookups: Handlers = {
  'dict.platforms': call => entriesOf(call, 'platform'),
  'dict.goodsCategories': call => entriesOf(call, 'goodsCategory'),
  // required by the specification, but there are no funds in this system
  'money.get': () => ({ totalRecord: 0, list: [] }),
}
