import { readFile } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import type { Services } from '../../../server/call/context.ts'
import { Captures } from '../evidence/queue.ts'
import { certificatesIn, timeService, type TimeService } from '../evidence/timestamp.ts'
import { captureBy } from './browser-process.ts'
import { sweepCaptureFolders } from './capture-folder.ts'
import type { EvidenceSettings } from './evidence-settings.ts'
import { findChromium } from './find-browser.ts'
import type { Log } from '../../../server/product/product.ts'
import { messageOf, StartRefusal } from '../../../server/start/settings/refusal.ts'

/** Chromium's limit for the height of a picture, in pixels. */
const HIGHEST = 16_000
const MB = 1024 * 1024

/** First external address of this machine. */
const ownAddress = (): string =>
  Object.values(networkInterfaces())
    .flatMap(list => list ?? [])
    .find(one => !one.internal)?.address ?? '127.0.0.1'

async function timeOf({ timeService: url, authorities }: EvidenceSettings): Promise<TimeService | undefined> {
  if (url === undefined) return undefined
  if (authorities === undefined) return timeService(url, [])
  try {
    const trusted = certificatesIn(await readFile(authorities, 'utf8'))
    if (trusted.length === 0) throw new Error('no certificate')
    return timeService(url, trusted)
  } catch (error) {
    throw new StartRefusal(
      `TSA_CA 读不出证书：${messageOf(error)}`,
      `TSA_CA holds no certificate that can be read: ${messageOf(error)}`,
    )
  }
}

/** The browser's own messages are for the log, not for staff. */
const reasonOf = (error: unknown): string =>
  [messageOf(error), ...(error instanceof Error && error.cause ? [String(error.cause)] : [])].join('\n')

/** Sets up captures and time stamps; returns functions that stop them. */
export async function giveEvidence(
  services: Services,
  settings: EvidenceSettings,
  log: Pick<Log, 'error'>,
  lookMs?: number,
): Promise<() => Promise<void>> {
  const { sandbox, allow, proxy, seconds, megabytes } = settings
  await sweepCaptureFolders()
  const browser = findChromium(settings.browser)
  const limits = { seconds, bytes: megabytes * MB, height: HIGHEST }
  const capture =
    browser === undefined
      ? undefined
      : captureBy({ browser, sandbox, allow, via: proxy, limits }, () => services.standIn)
  const tools = { capture, time: await timeOf(settings), serverIp: ownAddress() }
  const captures = new Captures(
    () => services,
    tools,
    error => log.error(`取证 / evidence: ${reasonOf(error)}`),
    lookMs,
  )
  services.evidence = captures
  captures.wake()
  return () => captures.close()
}
