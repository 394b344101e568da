import type { FieldKind } from '../../core/model/documents.ts'
import { currentConfig } from '../data/config.ts'
import { loadEngine } from '../data/expressions.ts'
import { firstList } from './firstList.ts'
import { KINDS } from './kinds.ts'

/** by now the first list stands and its user reads it */
const CALM = 1000
/** what most forms have; one kind stands for all that are drawn with the same control */
const USUAL: FieldKind[] = ['text', 'longText', 'int', 'dict', 'flag', 'date']

type Spare = (kind: FieldKind) => Promise<void>
let spare: Promise<Spare> | undefined
async function drawSpare(kind: FieldKind): Promise<void> {
  spare ??= import('../forms/spare.tsx').then(({ createSpare }) => createSpare())
  await (await spare)(kind)
}

/** one after another, each in a moment of its own: nothing of it may hold up a click */
const STEPS: (() => Promise<unknown>)[] = [KINDS.form, loadEngine, ...USUAL.map((kind) => () => drawSpare(kind))]

const idle = (then: () => void): void => {
  if (window.requestIdleCallback) window.requestIdleCallback(then, { timeout: 5000 })
  else setTimeout(then, 200)
}
const wantsLittle = (): boolean => (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Who reads a list often opens a form next: what it is made of comes while nothing else is to do, if there is a form to open. */
export async function preloadForms(): Promise<void> {
  await firstList
  if (wantsLittle() || !Object.values(currentConfig().manifest.pages).some((page) => page.kind === 'form')) return
  setTimeout(() => next(0), CALM)
}

/** What does not come now comes, or is said to be missing, when the form is opened. */
function next(i: number): void {
  const step = STEPS[i]
  if (step) idle(() => void step().then(() => next(i + 1), () => undefined))
}
