let texts: Record<string, string> = {}

/** The Chinese text is the key (as gettext does); a language that lacks it shows it as it is. */
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

/** Names one after another, as the language parts them. */
export const listed = (names: readonly string[]): string => names.join(chosenLanguage() === 'zh' ? '、' : ', ')

export function setTexts(next: Record<string, string> | undefined): void {
  texts = next ?? {}
}

const KEY = 'lang'
export function chosenLanguage(): string {
  return localStorage.getItem(KEY) ?? 'zh'
}
export function chooseLanguage(language: string): void {
  localStorage.setItem(KEY, language)
}

/** What heads a column: the label, and the unit of its numbers in brackets; letters keep apart from a bracket. */
export function headOf({ label, unit }: { label: string; unit?: string }): string {
  const said = t(label)
  if (!unit) return said
  return `${said}${/[A-Za-z]$/.test(said) ? ' ' : ''}(${t(unit)})`
}
