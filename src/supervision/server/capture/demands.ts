import type { Page } from 'playwright-core'
import { CaptureFailure } from './order.ts'
import { LONGEST, pageText } from './page-text.ts'

export interface Demanded {
  notes: string[]
  log(what: string, result?: string): void
  /** ends the capture */
  over(error: Error): void
}

/** More dialogs than any page means: it opens them for ever. */
const MOST_DIALOGS = 100
/** While one print of a page is under way Chromium makes no PDF of it. */
const NO_PRINT = `window.print = () => undefined
const { execCommand } = Document.prototype
Document.prototype.execCommand = function (name, ...more) {
  return /^print$/i.test(name) ? false : execCommand.call(this, name, ...more)
}`

/** Told of one by one, as evidence of what the page says; then only counted. */
const TOLD_DIALOGS = 5

/** Each is said once. */
export function note(notes: string[], text: string): void {
  if (!notes.includes(text)) notes.push(text)
}

/**
 * What a page demands of a visitor: to answer dialogs, look at new windows, keep files, print. A capture has no
 * visitor, so each is refused, and the record says so.
 */
export async function meetDemands(page: Page, { notes, log, over }: Demanded): Promise<void> {
  await page.addInitScript(NO_PRINT)
  let dialogs = 0
  page.on('dialog', dialog => {
    if (++dialogs <= TOLD_DIALOGS) log('网页弹出对话框，已关闭', pageText(dialog.message(), LONGEST.said))
    if (dialogs > MOST_DIALOGS) over(new CaptureFailure('网页不停地弹出对话框，没有取成'))
    // leaving a page is asked by a dialog, too, which has to be agreed to
    void (dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss()).catch(() => undefined)
  })
  page.context().on('page', other => {
    if (other === page) return
    note(notes, '网页打开了新窗口，已关闭')
    void other.close().catch(() => undefined)
  })
  page.on('download', download => {
    note(notes, '网页要下载文件，没有下载')
    void download.cancel().catch(() => undefined)
  })
}
