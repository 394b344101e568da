import { keptText } from '../app/kept.ts'

let texts: Record<string, string> = {}

/** Translates a text. The Chinese text is the key, as in gettext; a missing translation shows the Chinese. */
export function t(text: string, values?: Record<string, string | number>): string {
  const found = texts[text] ?? text
  return values ? fill(found, values) : found
}

export function fill(text: string, values: Record<string, unknown>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    return value === undefined || value === null ? whole : String(value)
  })
}

/** Joins names with the language's list separator. */
export const joinNames = (names: readonly string[]): string => names.join(chosenLanguage() === 'zh' ? '、' : ', ')

export function setTexts(next: Record<string, string> | undefined): void {
  texts = next ?? {}
}

/** Every text that has a translation. */
export const textsNow = (): Record<string, string> => texts

/** The tag of a language, as in HTML. */
const language = keptText('browser', 'lang', text => /^[a-z]{2,3}(-[A-Za-z\d]+)*$/.test(text))
export const languageOfChoice = (): string | undefined => language.read()
export const chosenLanguage = (): string => languageOfChoice() ?? 'zh'
/** The language of words that are put together by code, such as those of months: Chinese or else English. */
export const wordsLanguage = (): 'zh' | 'en' => (chosenLanguage() === 'zh' ? 'zh' : 'en')
export const chooseLanguage = (tag: string): void => language.keep(tag)

/** Heading of a column: label, and unit in brackets; before a bracket Latin text gets a space. */
export function headOf({ label, unit }: { label: string; unit?: string }): string {
  const said = t(label)
  // what a language counts without a word for it, it heads without one
  const counted = t(unit ?? '')
  if (counted === '') return said
  return `${said}${/[A-Za-z]$/.test(said) ? ' ' : ''}(${counted})`
}
