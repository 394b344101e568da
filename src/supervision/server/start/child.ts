import { rmSync } from 'node:fs'
import { browse } from '../capture/browse.ts'
import { CaptureFailure, type CaptureOrder, type Message } from '../capture/order.ts'
import { browserGroup } from './browser-group.ts'

/** Entry of a capture process: a page that crashes the browser must not affect the server. */
const say = (message: Message): Promise<void> => new Promise(resolve => process.send?.(message, () => resolve()))

process.once('disconnect', () => process.exit(1))
process.once('message', (order: CaptureOrder) => {
  void browse(order, {
    log: line => void say({ kind: 'log', line }),
    browser: () => {
      void say({ kind: 'browser', group: browserGroup(process.pid) })
      // after Playwright's own listener, which ends the browser; a server that was killed does not remove it
      process.once('exit', () => rmSync(order.folder, { recursive: true, force: true }))
    },
  })
    .then(
      captured => say({ kind: 'done', captured }),
      (error: unknown) =>
        say({ kind: 'failed', text: error instanceof CaptureFailure ? error.message : '' }).then(() => {
          const raw: unknown = error instanceof CaptureFailure ? error.cause : error
          if (raw !== undefined) console.error(raw)
        }),
    )
    .finally(() => process.disconnect())
})
