import { part, type ConsoleApp } from '../app/app.ts'
import type { ListPage } from '../../core/contract/configuration.ts'
import type { FieldKind } from '../../core/model/documents.ts'
import { currentConfig } from '../data/config/config.ts'
import { loadEngine } from '../data/config/expressions.ts'
import { KINDS } from './kinds.ts'
import { prefetchPage } from './prepare.ts'
import { routeOf } from '../navigation/routes.ts'
import { onListShown } from '../navigation/shownList.ts'

type Step = () => Promise<unknown>

/** by now the list stands and its user reads it */
const CALM = 1000
/** what most forms have; one kind stands for all that are drawn with the same control */
const USUAL: FieldKind[] = ['text', 'longText', 'int', 'dict', 'flag', 'date']

type WarmUp = (kind: FieldKind) => Promise<void>
const warmUp = part(async (app): Promise<WarmUp> => (await import('../forms/warmUpFormStyles.tsx')).createWarmUp(app))
const formSteps = (app: ConsoleApp): Step[] => [
  KINDS.form,
  loadEngine,
  ...USUAL.map(kind => async () => (await warmUp(app))(kind)),
]

const idle = (then: () => void): void => {
  if (window.requestIdleCallback) window.requestIdleCallback(then, { timeout: 5000 })
  else setTimeout(then, 200)
}
const wantsLittle = (): boolean =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Who reads a list often opens a record or a form next, and who points at a link is about to press it. */
export function installPrefetch(app: ConsoleApp): () => void {
  onListShown(app, createReader(app))
  const point = ({ target }: PointerEvent): void => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null
    if (link && !wantsLittle()) prefetchPage(app, routeOf(link.pathname)).catch(() => undefined)
  }
  document.addEventListener('pointerover', point)
  return () => document.removeEventListener('pointerover', point)
}

/**
 * Where a list leads comes while nothing else is to do, and with the first list what forms are made of, if there are
 * forms.
 */
function createReader(app: ConsoleApp): (page: ListPage) => void {
  const read = new WeakSet<ListPage>()
  let forms = false
  return page => {
    if (wantsLittle() || read.has(page)) return
    read.add(page)
    const steps: Step[] = linksOf(page).map(route => () => prefetchPage(app, route))
    if (!forms && Object.values(currentConfig(app).manifest.pages).some(({ kind }) => kind === 'form')) {
      forms = true
      steps.push(...formSteps(app))
    }
    setTimeout(() => next(steps), CALM)
  }
}

const linksOf = (page: ListPage): string[] => [
  ...new Set([...page.columns, ...page.actions].flatMap(({ page: to }) => (to ? [routeOf(to)] : []))),
]

/**
 * One after another, each in a moment of its own: nothing of it may hold up a click. What does not come now comes, or
 * is said to be missing, when it is opened.
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
