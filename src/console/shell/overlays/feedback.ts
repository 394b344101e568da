import { part } from '../../app/app.ts'
import { createStore } from '../../app/store.ts'
import type { Feedback, Notice, Question } from '../../feedback/notice.ts'

export interface ShownNotice extends Notice {
  id: number
}
export interface OpenQuestion {
  id: number
  question: Question
  answer: (yes: boolean) => void
}

/** Notices and questions on the page: drawn with the shell, so that nothing has to be loaded to tell of a failure. */
export const shownNotices = part(() => createStore<ShownNotice[]>([]))
export const openQuestions = part(() => createStore<OpenQuestion[]>([]))
const numbers = part(() => ({ last: 0 }))

/** Shown until `closeNotice`; one of the same text is replaced, so that repeated failures do not fill the page. */
export const feedback = part((app): Feedback => ({
  notice: notice => {
    const store = shownNotices(app)
    store.set([...store.get().filter(({ text }) => text !== notice.text), { ...notice, id: ++numbers(app).last }])
  },
  withdraw: ({ text }) => {
    const store = shownNotices(app)
    if (store.get().some(one => one.text === text)) store.set(store.get().filter(one => one.text !== text))
  },
  ask: question =>
    new Promise(resolve => {
      const store = openQuestions(app)
      const id = ++numbers(app).last
      const answer = (yes: boolean): void => {
        store.set(store.get().filter(one => one.id !== id))
        resolve(yes)
      }
      store.set([...store.get(), { id, question, answer }])
    }),
}))
