import { qrPng } from './qr.ts'

/** What a mark tells of a website. */
export interface Marked {
  code: string
  siteName: string
  siteUrl: string
  subjectName: string
  uscc: string
}

/** A mark as a website hangs it up. */
export interface Mark {
  /** the code as a PNG, for websites that make the rest themselves */
  picture: Buffer
  /** HTML with the picture in it: nothing is loaded from anywhere */
  html: string
  /** the same by a script, for pages whose HTML nobody may touch */
  script: string
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const safe = (text: string): string => text.replaceAll(/[&<>"']/g, sign => SIGNS[sign] ?? '')

/** What a scanner reads: enough to compare with the page that it hangs on. */
const scanned = ({ code, siteName, siteUrl, subjectName, uscc }: Marked): string =>
  [`亮照标识 ${code}`, siteName, siteUrl, subjectName, uscc].join('\n')

/** The mark of a website, the same for the same facts. */
export function markOf(marked: Marked): Mark {
  const picture = qrPng(scanned(marked))
  const { code, subjectName, uscc } = marked
  const title = safe(`亮照标识 ${code} ${subjectName} ${uscc}`)
  const html = [
    `<div data-licence-mark="${safe(code)}" style="display:inline-block;text-align:center;font:12px/1.5 sans-serif">`,
    `<img src="data:image/png;base64,${picture.toString('base64')}" width="96" height="96" alt="${title}"><br>`,
    `${safe(subjectName)}<br>${safe(uscc)}<br>${safe(code)}</div>`,
  ].join('')
  // "<" as an escape, so that no text of a name can end the script
  const quoted = JSON.stringify(html).replaceAll('<', '\\u003c')
  const script = `<script>document.currentScript.insertAdjacentHTML('beforebegin',${quoted})</script>`
  return { picture, html, script }
}

const PICTURE = /base64,([^"]+)"/
/** The picture of a mark that was made before: to draw a code takes a hundredth of a second. */
export const pictureIn = (html: string): Buffer => Buffer.from(PICTURE.exec(html)?.[1] ?? '', 'base64')

const [OPENS, CLOSES] = ['<!--', '-->']

/**
 * A page without its comments; one that is never closed goes to the end, as browsers read it. Each sign is read once:
 * a page of nothing but openings may not take minutes.
 */
function withoutComments(page: string): string {
  const parts: string[] = []
  let at = 0
  for (let from = page.indexOf(OPENS); from >= 0; from = page.indexOf(OPENS, at)) {
    parts.push(page.slice(at, from))
    const end = page.indexOf(CLOSES, from + OPENS.length)
    if (end < 0) return parts.join('')
    at = end + CLOSES.length
  }
  return parts.join('') + page.slice(at)
}

/** Whether a page shows this mark. What stands in a comment hangs nowhere, and a longer code is another mark. */
export function hangs(page: string, code: string): boolean {
  if (code === '') return false
  const shown = withoutComments(page)
  for (let at = shown.indexOf(code); at >= 0; at = shown.indexOf(code, at + 1)) {
    const around = `${shown[at - 1] ?? ''}${shown[at + code.length] ?? ''}`
    if (!/[0-9A-Za-z]/.test(around)) return true
  }
  return false
}
