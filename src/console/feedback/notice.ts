export interface Notice {
  level: 'success' | 'info' | 'warning' | 'error'
  text: string
  /** how long it stays; the level's own time when left out */
  seconds?: number
}
export interface Question {
  title: string
  text?: string
  ok: string
  danger?: boolean
  /** there is nothing to decide: one button */
  only?: boolean
}

interface Feedback {
  notice(notice: Notice): void
  ask(question: Question): Promise<boolean>
}

let feedback: Feedback | undefined
let load: (() => Promise<Feedback>) | undefined

/** The console draws notices with a part that is loaded at the first one; the login page draws its own. */
export function provideFeedback(loader: () => Promise<Feedback>): void {
  feedback = undefined
  load = loader
}

async function loaded(): Promise<Feedback | undefined> {
  if (!feedback && load) feedback = await load()
  return feedback
}

export function notify(notice: Notice): void {
  void loaded().then(part => part?.notice(notice))
}

export async function ask(question: Question): Promise<boolean> {
  return (await loaded())?.ask(question) ?? false
}
