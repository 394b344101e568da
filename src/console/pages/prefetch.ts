import { part, type ConsoleApp } from '../app/app.ts'
import type { ListPage } from '../../core/contract/configuration.ts'
import type { FieldKind } from '../../core/model/documents.ts'
import { currentConfig, pageOf } from '../data/config/config.ts'
import { KINDS } from './kinds.ts'
import { prefetchPage, requestAhead } from './prepare.ts'
import { routeOf } from '../navigation/routes.ts'
import { groupOf } from '../menu/menuState.ts'
import { onListShown } from '../navigation/shownList.ts'

type Step = () => Promise<unknown>

/** milliseconds after a list has been drawn, when its user is reading */
const CALM = 1000
/** kinds that most forms use; one for each control */
const USUAL: FieldKind[] = ['text', 'longText', 'int', 'dict', 'flag', 'date']

type WarmUp = (kind: FieldKind) => Promise<void>
const warmUp = part(async (app): Promise<WarmUp> => (await import('../forms/warmUpFormStyles.tsx')).createWarmUp(app))
const formSteps = (app: ConsoleApp): Step[] => [KINDS.form, ...USUAL.map(kind => async () => (await warmUp(app))(kind))]

const idle = (then: () => void): void => {
  if (window.requestIdleCallback) window.requestIdleCallback(then, { timeout: 5000 })
  else setTimeout(then, 200)
}
const wantsLittle = (): boolean =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true

const linkAt = ({ target }: PointerEvent): HTMLAnchorElement | null =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null

/**
 * Loads likely next pages: those that the open list leads to, and the target of a link under the pointer. A button that
 * is pressed is let go a tenth of a second later: what the page asks for first is asked meanwhile.
 */
export function installPrefetch(app: ConsoleApp): () => void {
  onListShown(app, createReader(app))
  const point = (event: PointerEvent): void => {
    const link = linkAt(event)
    if (link && !wantsLittle()) prefetchPage(app, routeOf(link.pathname)).catch(() => undefined)
  }
  const press = (event: PointerEvent): void => {
    // a finger may be about to scroll, and other buttons and keys open another tab
    if (event.pointerType !== 'mouse' || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return
    const link = linkAt(event)
    if (link) requestAhead(app, routeOf(link.pathname), link.search)
  }
  document.addEventListener('pointerover', point)
  document.addEventListener('pointerdown', press)
  return () => {
    document.removeEventListener('pointerover', point)
    document.removeEventListener('pointerdown', press)
  }
}

/** Loads the pages that a list leads to while the browser is idle, and with the first list the controls of forms. */
function createReader(app: ConsoleApp): (page: ListPage) => void {
  const read = new WeakSet<ListPage>()
  let forms = false
  return page => {
    if (wantsLittle() || read.has(page)) return
    read.add(page)
    next(besideIt(app, page).map(route => async () => pageOf(app, route)))
    const steps: Step[] = linksOf(page).map(route => () => prefetchPage(app, route))
    if (!forms && Object.values(currentConfig(app).manifest.pages).some(({ kind }) => kind === 'form')) {
      forms = true
      steps.push(...formSteps(app))
    }
    setTimeout(() => next(steps), CALM)
  }
}

/** Most pages whose configuration is fetched beside that of a list. */
const MOST_BESIDE = 12

/** Pages of the same group of the menu, which many go to next: a few KB each, kept by the browser. */
function besideIt(app: ConsoleApp, page: ListPage): string[] {
  const { boot, manifest } = currentConfig(app)
  const routes = groupOf(boot?.menu ?? [], page.route).map(({ url }) => routeOf(url))
  return routes.filter(route => route !== page.route && route in manifest.pages).slice(0, MOST_BESIDE)
}

const linksOf = (page: ListPage): string[] => [
  ...new Set([...page.columns, ...page.actions].flatMap(({ page: to }) => (to ? [routeOf(to)] : []))),
]

/**
 * Runs steps one by one in idle time, so that none delays a click. Failures are ignored: opening the page tries again.
 */
function next([step, ...later]: Step[]): void {
  if (step)
    idle(
      () =>
        void step().then(
          () => next(later),
          () => undefined,
        ),
    )
}
