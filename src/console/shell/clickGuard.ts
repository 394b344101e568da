import type { ConsoleApp } from '../app/app.ts'
import { numberOf } from '../data/settings/constants.ts'

const until = new WeakMap<Element, number>()

/**
 * Click guard (R5.03): a button with `data-guard` ignores further clicks for 1000 ms, or the given time. It keeps its
 * focus and appearance; only aria-disabled is set.
 */
export function installClickGuard(
  app: ConsoleApp,
  root: Document = document,
  now: () => number = () => performance.now(),
): () => void {
  const guard = (event: MouseEvent) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-guard]') : null
    if (!button) return
    if (now() < (until.get(button) ?? -Infinity)) {
      event.preventDefault()
      event.stopImmediatePropagation()
      return
    }
    const time = Number(button.dataset.guard) || numberOf(app, 'clickGuard', 1000)
    until.set(button, now() + time)
    button.setAttribute('aria-disabled', 'true')
    setTimeout(() => button.removeAttribute('aria-disabled'), time)
  }
  root.addEventListener('click', guard, true)
  return () => root.removeEventListener('click', guard, true)
}
