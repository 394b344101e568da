import type { CDPSession } from 'playwright-core'
import { Inside, portOf, type Guard } from '../probe/guard.ts'
import { CaptureFailure, type CaptureOrder } from './order.ts'
import { REFUSED_HEADER, UNREACHED } from './proxy.ts'
import { stands } from './stand-in.ts'

/** Where a page is and what it is called, as the browser says it: the page's own words for it may be any. */
export interface Place {
  url: string
  title: string
  /** the document: another one is another number, at the same address as well */
  document: string
}

export const INSIDE = '网址指向内部地址，不予访问'
export const UNKNOWN = '域名无法解析'
export const NOT_REACHED = '无法连接到网站'
export const OTHER_SCHEME = '网页转到了 http、https 之外的地址，不予访问'

export async function placeOf(session: CDPSession): Promise<Place> {
  const { frame } = (await session.send('Page.getFrameTree')).frameTree
  const { entries, currentIndex } = await session.send('Page.getNavigationHistory')
  return {
    url: frame.unreachableUrl ?? frame.url + (frame.urlFragment ?? ''),
    title: entries[currentIndex]?.title ?? '',
    document: frame.unreachableUrl === undefined ? frame.loaderId : '',
  }
}

/**
 * Why the proxy answered for a site. What comes by TLS comes from the site itself, which could otherwise say that it
 * was refused, and so be captured never.
 */
export const refusalIn = (url: string, headers: Record<string, string>): string | undefined =>
  url.startsWith('http:') ? headers[REFUSED_HEADER] : undefined

/** Headers of the page's last document. */
export type LastAnswer = () => Record<string, string>

/** Refused are the addresses to which a capture would not have gone in the first place. */
export async function judge(
  { url, document }: Place,
  { standIn }: Pick<CaptureOrder, 'standIn'>,
  guard: Guard,
  last: LastAnswer,
): Promise<void> {
  if (standIn && stands(standIn.suffix, url)) return
  const at = new URL(url)
  if (!/^https?:$/.test(at.protocol)) throw new CaptureFailure(OTHER_SCHEME)
  await guard.addressFor(at.hostname, portOf(at)).catch((error: unknown) => {
    throw new CaptureFailure(error instanceof Inside ? INSIDE : UNKNOWN)
  })
  if (document === '') throw new CaptureFailure(NOT_REACHED)
  const refused = refusalIn(url, last())
  if (refused !== undefined) throw new CaptureFailure(refused === UNREACHED ? NOT_REACHED : INSIDE)
}
