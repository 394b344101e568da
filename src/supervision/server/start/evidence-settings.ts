import type { Environment } from '../../../server/product/product.ts'
import { allowedEntry } from '../probe/guard.ts'
import { StartRefusal } from '../../../server/start/settings/refusal.ts'

/** Environment settings for capturing pages and time stamps. */
export interface EvidenceSettings {
  /** path of the browser, if not a usual one */
  browser: string
  sandbox: boolean
  /** internal hosts, addresses and networks that may be captured */
  allow: string[]
  /** the agency's proxy to the internet */
  proxy: string | undefined
  seconds: number
  megabytes: number
  timeService: string | undefined
  /** PEM file with certificates of trusted time stamp authorities */
  authorities: string | undefined
}

function listOf(text: string): string[] {
  const entries = text.split(/[\s,]+/).filter(Boolean)
  for (const entry of entries) {
    try {
      allowedEntry(entry)
    } catch {
      throw new StartRefusal(
        `CAPTURE_ALLOW 里的 ${entry} 不是主机名、IP 地址或网段。`,
        `${entry} in CAPTURE_ALLOW is no host name, address or network.`,
      )
    }
  }
  return entries
}

function proxyOf(text: string | undefined): string | undefined {
  if (!text) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'http:' && url.hostname !== '' && url.pathname === '/' && url.search === '') return text
  // the value is not printed, because it may contain a password
  throw new StartRefusal(
    'CAPTURE_PROXY 不是有效的代理地址，应形如 http://proxy.example:3128。',
    'CAPTURE_PROXY is no address of a proxy: it should look like http://proxy.example:3128.',
  )
}

function within(name: string, text: string, least: number, most: number): number {
  const number = Number(text)
  if (Number.isInteger(number) && number >= least && number <= most) return number
  throw new StartRefusal(
    `${name}=${text} 应为 ${least} 到 ${most} 的整数。`,
    `${name}=${text} should be an integer from ${least} to ${most}.`,
  )
}

function service(text: string | undefined): string | undefined {
  if (!text) return undefined
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text
  throw new StartRefusal(
    'TSA_URL 不是有效的地址，应以 http:// 或 https:// 开头。',
    'TSA_URL is no valid address: it should start with http:// or https://.',
  )
}

/** Chromium's sandbox does not work for root. */
export function evidenceSettings(env: Environment): EvidenceSettings {
  return {
    browser: env['CHROMIUM'] ?? '',
    sandbox:
      env['CAPTURE_SANDBOX'] === undefined || env['CAPTURE_SANDBOX'] === ''
        ? process.getuid?.() !== 0
        : env['CAPTURE_SANDBOX'] !== '0',
    allow: listOf(env['CAPTURE_ALLOW'] ?? ''),
    proxy: proxyOf(env['CAPTURE_PROXY']),
    seconds: within('CAPTURE_SECONDS', env['CAPTURE_SECONDS'] || '60', 5, 600),
    megabytes: within('CAPTURE_MB', env['CAPTURE_MB'] || '100', 1, 1000),
    timeService: service(env['TSA_URL']),
    authorities: env['TSA_CA'] || undefined,
  }
}
