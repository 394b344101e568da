import { formatOrigin, type Origin, type Severity } from '../../diagnostic/diagnostic.ts'
import { nearest } from '../../diagnostic/nearest.ts'
import { getEntry, getString } from '../../source/node.ts'
import type { Facts, TextUse } from '../facts/facts.ts'
import { BASE, placeOf, PRODUCT } from '../../overlay/layer.ts'
import type { MergedDocument, RuleContext } from '../facts/context.ts'
import type { Rule } from '../facts/rule.ts'
import { languagesOf, hasTexts, saidTexts, textsOf } from '../facts/translations.ts'

const CHINESE = /\p{Script=Han}/u

export const translationMissing: Rule = {
  code: 'translation-missing',
  about: {
    zh: '用户读到的每句中文都有各语言的译文',
    en: 'Every Chinese text that users read is translated into each language',
  },
  check: (context, report) => {
    for (const { language, origin } of languagesOf(context)) {
      if (!hasTexts(context, language)) {
        report({
          origin,
          zh: `语言 ${language} 还没有译文（locales/${language}.yaml）`,
          en: `The language ${language} has no texts (locales/${language}.yaml)`,
        })
        continue
      }
      for (const { text, origin: at, misspelt } of missingTexts(context, language)) {
        if (misspelt) {
          report({
            severity: severityAt(at),
            origin: misspelt.origin,
            zh: `没有哪里写“${misspelt.text}”；“${text}”（${formatOrigin(at)}）没有 ${language} 译文`,
            en: `Nothing says "${misspelt.text}"; "${text}" (${formatOrigin(at)}) has no ${language} text`,
            suggestion: text,
          })
          continue
        }
        const place = `${folderOf(at)}/locales/${language}.yaml`
        report({
          severity: severityAt(at),
          origin: at,
          zh: `“${text}”没有 ${language} 译文：请写进 ${place} 的 texts`,
          en: `"${text}" has no ${language} text: write it into the texts of ${place}`,
        })
      }
    }
  },
}

/**
 * In the product a missing translation is an error. In a customer's overlay it is a warning, so that a region can
 * rename a column without knowing English.
 */
const severityAt = ({ file }: Origin): Severity => (file.startsWith('customers/') ? 'warning' : 'error')

/**
 * Folder whose locale file should get the translation: the overlay's own, or the product's for texts of product and
 * base.
 */
function folderOf({ file }: Origin): string {
  const layer = placeOf(file)?.layer
  return layer && layer.name !== BASE.name ? layer.name : PRODUCT.name
}

interface MissingText extends TextUse {
  /** a translation that nothing asks for, of nearly the same text */
  misspelt?: { text: string; origin: Origin }
}
const found = new WeakMap<RuleContext, Map<string, MissingText[]>>()

/** Texts without a translation. */
export function missingTexts(context: RuleContext, language: string): MissingText[] {
  const known = found.get(context) ?? new Map<string, MissingText[]>()
  found.set(context, known)
  let texts = known.get(language)
  if (!texts) known.set(language, (texts = findMissing(context, language)))
  return texts
}

function findMissing(context: RuleContext, language: string): MissingText[] {
  const missing = untranslated(context, language)
  const idle = missing.length > 0 ? idleTexts(context, language) : new Map<string, Origin>()
  return missing.map(use => {
    const isShort = use.text.length <= SHORT
    const text = nearest(use.text, isShort ? [...idle.keys()].filter(one => hasSameSigns(one, use.text)) : idle.keys())
    return text === undefined ? use : { ...use, misspelt: { text, origin: idle.get(text)! } }
  })
}

/** Of two signs every other word is near: these must have the same ones, in another order or with one more or less. */
const SHORT = 2
function hasSameSigns(one: string, other: string): boolean {
  const [few, many] = [[...one], [...other]].sort((a, b) => a.length - b.length) as [string[], string[]]
  return few.every(sign => many.includes(sign)) && many.length - few.length <= 1
}

/** Translations that nothing in YAML asks for: among them may be the one that is missed, misspelt. */
function idleTexts(context: RuleContext, language: string): Map<string, Origin> {
  const used = saidTexts(context)
  return new Map(
    context.of('locale').flatMap(({ node }) => {
      const texts = getString(node, 'locale') === language ? getEntry(node, 'texts')?.value : undefined
      return [...(texts?.type === 'map' ? texts.entries : [])].flatMap(([text, { keyOrigin }]): [string, Origin][] =>
        used.has(text) || placeOf(keyOrigin.file)?.layer.name === BASE.name ? [] : [[text, keyOrigin]],
      )
    }),
  )
}

/** Each text once, at the first place that uses it. */
function untranslated(context: RuleContext, language: string): TextUse[] {
  const missing = new Map<string, TextUse>()
  for (const document of context.documents) {
    const texts = textsOf(context, language, document.view.scope)
    for (const use of shownTexts(document)) {
      if (!texts.has(use.text) && !missing.has(use.text)) missing.set(use.text, use)
    }
  }
  return [...missing.values()]
}

export const shownTexts = ({ kind, facts }: MergedDocument): TextUse[] => {
  if (kind === 'locale') return []
  let shown = chinese.get(facts)
  if (!shown) chinese.set(facts, (shown = facts.texts.filter(({ text }) => CHINESE.test(text))))
  return shown
}
const chinese = new WeakMap<Facts, TextUse[]>()
