import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { provideFeedback } from '../../../src/console/feedback/notice.ts'
import { installCopy } from '../../../src/console/shell/copy.ts'
import { app } from '../support/app.tsx'

let notices: string[]
let end: () => void
beforeEach(() => {
  notices = []
  provideFeedback(app, {
    notice: ({ text }) => {
      notices.push(text)
    },
    ask: async () => true,
  })
  document.body.innerHTML = '<dl><dd><span>91340400<button data-copy="91340400"><i></i></button></span></dd></dl>'
  end = installCopy(app)
})
afterEach(() => {
  end()
  vi.restoreAllMocks()
  Reflect.deleteProperty(document, 'execCommand')
})

const clipboard = (of: unknown) => vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(of as Clipboard)
/** The old way takes what is selected. */
function selectionWay(works: boolean): string[] {
  const taken: string[] = []
  document.execCommand = () => {
    taken.push((document.querySelector('textarea') as HTMLTextAreaElement).value)
    return works
  }
  return taken
}
const press = () =>
  (document.querySelector('i') as HTMLElement).dispatchEvent(new MouseEvent('click', { bubbles: true }))

it('a code is copied wherever it stands', async () => {
  const writeText = vi.fn(async () => undefined)
  clipboard({ writeText })
  press()
  await expect.poll(() => notices).toEqual(['已复制'])
  expect(writeText).toHaveBeenCalledWith('91340400')
})

it('without https, where browsers have no clipboard, too, and leaves nothing behind', async () => {
  clipboard(undefined)
  const taken = selectionWay(true)
  press()
  await expect.poll(() => notices).toEqual(['已复制'])
  expect(taken).toEqual(['91340400'])
  expect(document.querySelector('textarea')).toBe(null)
})

it('says so when the browser lets nothing be copied', async () => {
  clipboard({
    writeText: async () => {
      throw new Error('denied')
    },
  })
  selectionWay(false)
  press()
  await expect.poll(() => notices).toEqual(['浏览器不允许复制'])
})
