import { getEntry, type Node } from '../../source/node.ts'
import { shortName, type Document } from '../../source/document.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'
import { reportUnknown } from './named.ts'

export const languageKnown: Rule = {
  code: 'language-known',
  about: {
    zh: '语言代码是有的（zh、en……），language 是 languages 之一，译文文件的 locale 与文件名一致',
    en: 'Codes of languages exist (zh, en, …), language is one of languages, and locale is what the file is called',
  },
  check: (context, report) => {
    for (const { node } of context.project.documents.get('app') ?? []) {
      const languages = getEntry(node, 'languages')?.value
      for (const item of languages?.type === 'list' ? languages.items : []) checkCode(item, report)
    }
    checkOwn(context.resolver.resolve('app', {})?.node, report)
    for (const document of [...context.project.documents.values()].flat())
      if (document.kind === 'locale') checkFile(document, report)
  },
}

function checkOwn(app: Node | undefined, report: RuleReport): void {
  const own = getEntry(app, 'language')?.value
  const all = getEntry(app, 'languages')?.value
  const known = new Set(all?.type === 'list' ? all.items.map(textOf) : [])
  if (own && textOf(own) !== '' && !known.has(textOf(own)))
    reportUnknown(report, { name: textOf(own), origin: own.origin }, ['语言', 'language'], known)
}

function checkFile({ name, node }: Document, report: RuleReport): void {
  const locale = getEntry(node, 'locale')?.value
  const [named] = shortName(name).split('.')
  if (!locale || textOf(locale) === named) return
  report({
    origin: locale.origin,
    zh: `locale 写的是“${textOf(locale)}”，文件名却是 ${named} 的`,
    en: `locale says "${textOf(locale)}", the file's name says ${named}`,
    suggestion: named,
  })
}

const textOf = (node: Node): string => (node.type === 'scalar' && node.value !== null ? String(node.value) : '')

/** A code that nobody has given a name is mistyped. */
function checkCode(item: Node, report: RuleReport): void {
  const code = textOf(item)
  if (isLanguage(code)) return
  report({
    origin: item.origin,
    zh: `没有语言“${code}”：写语言的代码，如 zh、en`,
    en: `There is no language "${code}": write the code of a language, such as zh or en`,
  })
}

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

function isLanguage(code: string): boolean {
  try {
    return names.of(code) !== undefined
  } catch {
    return false
  }
}
