import { transitionOf } from '../../compile/manuals.ts'
import { nearest } from '../../diagnostic/nearest.ts'
import { getEntry, type Node } from '../../source/node.ts'
import type { MergedDocument, RuleContext } from '../facts/context.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'
import { saidTexts } from '../facts/translations.ts'

const QUOTED = /「([^「」]+)」/g

/** What stands in 「」 is written on some screen: so a manual names no button that has got another name. */
export const manualWord: Rule = {
  code: 'manual-word',
  about: {
    zh: '操作手册里「」中的字是屏幕上有的，所讲的转移存在',
    en: 'What a manual quotes in 「」 is written on the screen, and the transitions that it tells of exist',
  },
  check: (context, report) => {
    const manuals = context.of('manual')
    if (manuals.length === 0) return
    const shown = shownWords(context)
    for (const document of manuals) {
      for (const place of saidIn(document.node)) checkWords(place, shown, report)
      checkTransitions(context, document, report)
    }
  },
}

/** All texts of the configuration, and those of the console's code, which files of translations name. */
function shownWords(context: RuleContext): ReadonlySet<string> {
  const shown = new Set(saidTexts(context))
  for (const { node } of context.of('locale')) {
    const texts = getEntry(node, 'texts')?.value
    if (texts?.type === 'map') for (const text of texts.entries.keys()) shown.add(text)
  }
  return shown
}

interface Said {
  text: string
  node: Node
}

function saidIn(node: Node): Said[] {
  if (node.type === 'scalar') return typeof node.value === 'string' ? [{ text: node.value, node }] : []
  const inner = node.type === 'list' ? node.items : [...node.entries.values()].map(({ value }) => value)
  return inner.flatMap(saidIn)
}

function checkWords({ text, node }: Said, shown: ReadonlySet<string>, report: RuleReport): void {
  for (const [, word = ''] of text.matchAll(QUOTED)) {
    if (shown.has(word)) continue
    report({
      origin: node.origin,
      zh: `没有一处屏幕上写着“${word}”`,
      en: `No screen says "${word}"`,
      suggestion: nearest(word, shown),
    })
  }
}

function checkTransitions({ resolver }: RuleContext, { node, view }: MergedDocument, report: RuleReport): void {
  const sections = getEntry(node, 'sections')?.value
  for (const { value } of sections?.type === 'map' ? sections.entries.values() : []) {
    const buttons = getEntry(value, 'buttons')?.value
    for (const one of buttons?.type === 'list' ? buttons.items : []) {
      const written = one.type === 'scalar' ? String(one.value) : ''
      if (transitionOf(written, resolver, view.scope)) continue
      report({ origin: one.origin, zh: `没有转移“${written}”`, en: `There is no transition "${written}"` })
    }
  }
}
