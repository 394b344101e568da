import { part, type ConsoleApp } from '../app/app.ts'

export interface Notice {
  level: 'success' | 'info' | 'warning' | 'error'
  text: string
  /** display time; one with `again` stays until it is closed */
  seconds?: number
  /** offers to try again what has failed */
  again?: () => void
  /** offers to take back what has been done, or to go on with that */
  undo?: () => void
  /** offers something else, by this word; stays until it is taken or closed */
  offer?: { word: string; take: () => void }
  /** it has been begun already */
  goesOn?: boolean
}
export interface Question {
  title: string
  text?: string
  ok: string
  /** instead of 取消 */
  stay?: string
  danger?: boolean
  /** only an OK button, because there is nothing to decide */
  only?: boolean
  /** offers to copy this */
  copy?: string
}

export interface Feedback {
  notice(notice: Notice): void
  withdraw?(notice: Notice): void
  ask(question: Question): Promise<boolean>
}

const memory = part((): { feedback?: Feedback } => ({}))

/** Registers what shows notices and questions. It is there before anything can fail. */
export function provideFeedback(app: ConsoleApp, feedback: Feedback): void {
  memory(app).feedback = feedback
}

export function notify(app: ConsoleApp, notice: Notice): void {
  memory(app).feedback?.notice(notice)
}

/** Tells of something that can be withdrawn, by the answered call. */
export function offer(app: ConsoleApp, notice: Notice): () => void {
  notify(app, notice)
  return () => memory(app).feedback?.withdraw?.(notice)
}

export async function ask(app: ConsoleApp, question: Question): Promise<boolean> {
  return (await memory(app).feedback?.ask(question)) ?? false
}
