import { BOOT_ELEMENT, type CarriedBoot } from '../../../core/contract/carried.ts'
import type { ConsoleApp } from '../../app/app.ts'
import { hearClock } from '../../i18n/clock.ts'
import { expectAnswer } from '../http/brought.ts'
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
  hearClock(carried.at, performance.timeOrigin)
  if (carried.route !== route || !isSessionOf(String(carried.boot.user.id))) return undefined
  expectAnswer(app, carried.first)
  return carried.boot
}
