import { BOOT_ELEMENT, FIRST_ELEMENT, type CarriedAnswer, type CarriedBoot } from '../../../core/contract/carried.ts'
import { CONFIG_HEADER } from '../../../core/contract/api.ts'
import { part, type ConsoleApp } from '../../app/app.ts'
import { isSessionOf } from '../session/session.ts'

/**
 * The boot answer that the HTML brought along. It is good once, at the start: later the server may have another.
 * Another tab may have signed somebody else in meanwhile.
 */
export function takeCarried(app: ConsoleApp, route: string): CarriedBoot['boot'] | undefined {
  const element = document.getElementById(BOOT_ELEMENT)
  if (!element) return undefined
  element.remove()
  const carried = JSON.parse(element.textContent) as CarriedBoot
  if (carried.route !== route || !isSessionOf(String(carried.boot.user.id))) return undefined
  coming(app).key = carried.first
  return carried.boot
}

/** The call whose answer follows in the HTML. */
const coming = part((): { key: string | undefined } => ({ key: undefined }))

const isRead = (): Promise<unknown> =>
  document.readyState === 'loading'
    ? new Promise(resolve => document.addEventListener('DOMContentLoaded', resolve, { once: true }))
    : Promise.resolve()

/**
 * The answer to this call that came with the HTML, once; undefined where another call's comes. It has not come where
 * the server did not answer well or in time.
 */
export function takeAnswer(app: ConsoleApp, key: string): Promise<Response | undefined> | undefined {
  const wanted = coming(app).key
  coming(app).key = undefined
  if (wanted === undefined) return undefined
  const brought = isRead().then(takeFirst)
  return wanted === key ? brought : undefined
}

function takeFirst(): Response | undefined {
  const element = document.getElementById(FIRST_ELEMENT)
  if (!element) return undefined
  element.remove()
  const { text, version } = JSON.parse(element.textContent) as CarriedAnswer
  return new Response(text, version ? { headers: { [CONFIG_HEADER]: version } } : {})
}
