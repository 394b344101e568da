/**
 * What the console's HTML does before anything else: a browser below the floor is told so instead of being sent the
 * console, and one that lacks some built-ins gets these first. All others load nothing for it.
 */
import { readFileSync } from 'node:fs'
import type { OutputBundle } from 'rolldown'
import type { Plugin } from 'vite'
import { FLOOR, POLYFILLED } from './floor.ts'
import { polyfills } from './polyfills.ts'

const POLYFILLS = 'polyfills.js'
const REFUSAL = 'refusal.js'

const source = (name: string, words: Record<string, string>): string =>
  Object.entries(words).reduce(
    (text, [word, value]) => text.replaceAll(`__${word}__`, value),
    readFileSync(new URL(name, import.meta.url), 'utf8'),
  )

const refusal = (): string =>
  source(REFUSAL, {
    CHROMIUM: String(FLOOR.chromium),
    SINCE: FLOOR.since.replace('-', ' 年 ').replace(' 0', ' ') + ' 月',
    LAST: String(FLOOR.lastForWindows7),
  })

/** Written short: every page carries it. */
const first = (files: { REFUSAL: string; POLYFILLS: string }): string =>
  source('first.js', { MARK: FLOOR.mark, POLYFILLED: POLYFILLED.join(' '), ...files })
    .replaceAll(/\n\s*/g, '\n')
    .replaceAll(/ ?([(){}=<>,;?:]) ?/g, '$1')
    .replaceAll('</script', '<\\/script')
    .trim()

function nameIn(bundle: OutputBundle, name: string): string {
  const found = Object.values(bundle).find(one => one.type === 'asset' && one.names.includes(name))
  if (!found) throw new Error(`The build lacks ${name} for older browsers`)
  return `/${found.fileName}`
}

export const floor = (): Plugin => ({
  name: 'floor',
  apply: 'build',
  async buildStart() {
    this.emitFile({ type: 'asset', name: POLYFILLS, source: (await polyfills()).code })
    this.emitFile({ type: 'asset', name: REFUSAL, source: refusal() })
  },
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      if (!bundle) return html
      const script = first({
        POLYFILLS: nameIn(bundle, POLYFILLS),
        REFUSAL: nameIn(bundle, REFUSAL),
      })
      return html.replace('</title>', () => `</title><script>${script}</script>`)
    },
  },
})
