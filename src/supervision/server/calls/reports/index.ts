import { entityOfCall, requiredArg, type Handler, type Handlers } from '../../../../server/call/context.ts'
import { recordInScope } from '../../../../server/records/read/record.ts'
import { figuresIn } from '../../../../server/report/content.ts'
import { countedReport } from '../../reports/wish.ts'

/** What a report will say, counted now with the rights of whoever looks. */
const figures: Handler = async call => {
  const entity = entityOfCall(call)
  return figuresIn(await countedReport(call, await recordInScope(call.db, call, entity, requiredArg(call, entity.key))))
}

export const reports: Handlers = { 'report.figures': figures }
