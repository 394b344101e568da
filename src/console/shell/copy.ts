import type { ConsoleApp } from '../app/app.ts'
import { notify } from '../feedback/notice.ts'
import { t } from '../i18n/t.ts'

/** A click on an element with `data-copy` copies its value. */
export function installCopy(app: ConsoleApp, root: Document = document): () => void {
  const click = ({ target }: MouseEvent) => {
    const text = target instanceof Element ? target.closest<HTMLElement>('[data-copy]')?.dataset.copy : undefined
    if (text !== undefined) void copy(app, text)
  }
  root.addEventListener('click', click)
  return () => root.removeEventListener('click', click)
}

async function copy(app: ConsoleApp, text: string): Promise<void> {
  const done = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  )
  if (done || copyBySelection(text)) notify(app, { level: 'success', text: t('已复制'), seconds: 1 })
  else notify(app, { level: 'warning', text: t('浏览器不允许复制') })
}

/** navigator.clipboard exists only over https; on plain http, a selection can be copied with execCommand. */
function copyBySelection(text: string): boolean {
  const before = document.activeElement
  const box = document.createElement('textarea')
  box.value = text
  box.style.cssText = 'position:fixed;top:0;opacity:0'
  // what is behind an open dialog cannot have the focus
  const within = document.querySelector('dialog:modal') ?? document.body
  within.append(box)
  box.select()
  const done = document.execCommand?.('copy') ?? false
  box.remove()
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  return done
}
