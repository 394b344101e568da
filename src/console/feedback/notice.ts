import { part, type ConsoleApp } from '../app/app.ts'

export interface Notice {
  level: 'success' | 'info' | 'warning' | 'error'
  text: string
  /** display time; default depends on the level */
  seconds?: number
}
export interface Question {
  title: string
  text?: string
  ok: string
  danger?: boolean
  /** only an OK button, because there is nothing to decide */
  only?: boolean
}

export interface Feedback {
  notice(notice: Notice): void
  ask(question: Question): Promise<boolean>
}

type Load = () => Promise<Feedback>
const memory = part((): { feedback?: Promise<Feedback>; load?: Load } => ({}))

/** Registers the code that shows notices; loaded at the first one. The sign-in page has its own. */
export function provideFeedback(app: ConsoleApp, load: Load): void {
  const kept = memory(app)
  kept.load = load
  delete kept.feedback
}

async function loaded(app: ConsoleApp): Promise<Feedback | undefined> {
  const kept = memory(app)
  if (!kept.feedback && kept.load) kept.feedback = kept.load()
  return kept.feedback
}

export function notify(app: ConsoleApp, notice: Notice): void {
  void loaded(app).then(part => part?.notice(notice))
}

export async function ask(app: ConsoleApp, question: Question): Promise<boolean> {
  return (await loaded(app))?.ask(question) ?? false
}
