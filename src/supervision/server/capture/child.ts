import { browse } from './browse.ts'
import { CaptureFailure, type CaptureOrder, type Message } from './order.ts'

/** Entry of a capture process: a page that crashes the browser must not affect the server. */
const say = (message: Message): Promise<void> => new Promise(resolve => process.send?.(message, () => resolve()))

process.once('disconnect', () => process.exit(1))
process.once('message', (order: CaptureOrder) => {
  void browse(order, line => void say({ kind: 'log', line }))
    .then(
      captured => say({ kind: 'done', captured }),
      (error: unknown) =>
        say({ kind: 'failed', text: error instanceof CaptureFailure ? error.message : '' }).then(() => {
          if (!(error instanceof CaptureFailure)) console.error(error)
        }),
    )
    .finally(() => process.disconnect())
})
