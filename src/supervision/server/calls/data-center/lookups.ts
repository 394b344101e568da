import type { Handlers } from '../../../../server/call/context.ts'
import { entriesOf } from '../../../../server/calls/console/lookups.ts'

export const lookups: Handlers = {
  'dict.platforms': call => entriesOf(call, 'platform'),
  'dict.goodsCategories': call => entriesOf(call, 'goodsCategory'),
  // what the specification left over: nobody keeps funds here
  'money.get': () => ({ totalRecord: 0, list: [] }),
}
