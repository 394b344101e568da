import type { ConsoleApp } from '../app/app.ts'
import { numberOf } from '../data/settings/constants.ts'

const until = new WeakMap<Element, number>()

/**
 * The click guard (R5.03): a button that carries `data-guard` takes one click, then none for 1000 ms or for the
 * milliseconds that it gives. It stays focused and drawn as it is: only aria says that it is off.
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
