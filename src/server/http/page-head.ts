import { createHash } from 'node:crypto'
import { BOOT_ELEMENT, FIRST_ELEMENT, type CarriedAnswer, type CarriedBoot } from '../../core/contract/carried.ts'
import type { PageFiles } from './preloads.ts'

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** The built index.html is shared by all products; this inserts the title of the configuration. */
export const withTitle = (html: string, title: string): string =>
  html.replace(
    /<title>[^<]*<\/title>/,
    () => `<title>${title.replace(/[&<>]/g, sign => ESCAPES[sign] ?? sign)}</title>`,
  )

const inHead = (html: string, tags: string): string => html.replace('</head>', () => `${tags}</head>`)

/** Names the files that the page needs, so that all are asked for at once; what is named already is not again. */
export function withFiles(html: string, { scripts, styles }: PageFiles): string {
  const missing = (file: string): boolean => !html.includes(`"/${file}"`)
  const tags = [
    ...scripts.filter(missing).map(file => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ...styles.filter(missing).map(file => `<link rel="stylesheet" crossorigin href="/${file}">`),
  ]
  return inHead(html, tags.join(''))
}

/** As data, which the strict policy for scripts lets stand in a page; no text in it can end the element. */
const asData = (id: string, value: object): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`

export const withBoot = (html: string, boot: CarriedBoot): string => inHead(html, asData(BOOT_ELEMENT, boot))

export const answerElement = (answer: CarriedAnswer): string => asData(FIRST_ELEMENT, answer)

const ENTRY = /<script type="module"([^>]*?) src="([^"]*)"><\/script>/

/**
 * The page before and behind its first answer. A module begins when the page has been read to its end, so the entry is
 * one that does not wait for that.
 */
export function aroundAnswer(html: string): [before: string, behind: string] {
  const entry = ENTRY.exec(html)
  const end = html.lastIndexOf('</body>')
  if (!entry || end < 0) return [html, '']
  const [tag, more = '', src = ''] = entry
  const before = html.slice(0, end).replace(tag, () => `<link rel="modulepreload"${more} href="${src}">`)
  return [`${before}<script type="module" async${more} src="${src}"></script>`, html.slice(end)]
}

/** The scripts that stand in the built page itself, as a policy names those that may run: nothing else may. */
export const scriptsIn = (html: string): string[] =>
  [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
