import type { ConsoleApp } from '../app/app.ts'
import { currentConfig } from '../data/config/config.ts'
import { addressOf, peek, rowLink } from '../navigation/peek.ts'
import { routeOf } from '../navigation/routes.ts'

/**
 * One listener for all links to records: a plain click shows the record beside the page; with Ctrl, Shift or the middle
 * button the browser opens a tab, as for every link.
 */
export function installPeeking(app: ConsoleApp, root: Document = document): () => void {
  const click = (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target.closest('a[data-peek], [data-preview]') : null
    if (!target || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return
    const row = target.closest('tr.grid-row')
    const link = target instanceof HTMLAnchorElement ? target : row && rowLink(row)
    if (!link) return
    event.preventDefault()
    show(app, link)
  }
  root.addEventListener('click', click)
  return () => root.removeEventListener('click', click)
}

function show(app: ConsoleApp, link: HTMLAnchorElement): void {
  const url = addressOf(link)
  const panel = link.closest('.peek')
  // a dialog would be covered, and what is written in it must not be left
  if (!panel && link.closest('[role=dialog], [aria-modal=true]')) return void window.open(url, '_blank', 'noopener')
  if (currentConfig(app).manifest.pages[routeOf(link.pathname)]?.kind !== 'detail') return link.click()
  const { get, set } = peek(app)
  const now = get()
  set(panel && now ? { ...now, url, before: [...now.before, now.url] } : { url, before: [], opener: link })
}
