import { badRequest } from '../../../../server/answer/refusal.ts'
import { takeEach } from '../../../../server/calls/workflow/index.ts'
import { textArg, type Handler, type Handlers } from '../../../../server/call/context.ts'

/** Default transition of the specification's two batch calls, which name none. */
const HANDLE = 'cl'
const CANCEL = 'cancel'

const process: Handler = call => takeEach(call, textArg(call, 'action') || HANDLE)

const cancel: Handler = async call => {
  const results = await takeEach(call, CANCEL)
  const [first] = results
  if (results.length === 1 && first?.code === '0') throw badRequest(first.msg)
  return results
}

export const clueSteps: Handlers = { 'clue.process': process, 'clue.cancel': cancel }
