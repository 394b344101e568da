import { formatOrigin, type Diagnostic, type Origin } from '../core/diagnostic/diagnostic.ts'
import type { SourceFile } from '../core/index.ts'
import type { Language } from './args.ts'

export interface JsonDiagnostic {
  code: string
  severity: string
  message: string
  file: string
  line: number
  col: number
  suggestion?: string
}

export const toJson = (d: Diagnostic, language: Language): JsonDiagnostic => ({
  code: d.code,
  severity: d.severity,
  message: language === 'en' ? d.messageEn : d.message,
  file: d.origin.file,
  line: d.origin.line,
  col: d.origin.col,
  ...(d.suggestion === undefined ? {} : { suggestion: d.suggestion }),
})

/** `path:line:col  error  code  message`, the source line, a caret, and what was probably meant. */
export function formatDiagnostic(d: Diagnostic, sources: ReadonlyMap<string, SourceFile>, language: Language): string {
  const head = [formatOrigin(d.origin), d.severity, d.code, language === 'en' ? d.messageEn : d.message].join('  ')
  return [head, ...frame(d.origin, sources), ...suggestion(d, language)].join('\n')
}

function frame({ file, line, col }: Origin, sources: ReadonlyMap<string, SourceFile>): string[] {
  const text = sources.get(file)?.text.split('\n')[line - 1]
  if (text === undefined || text.trim() === '') return []
  return [`    ${text}`, `    ${blank(text.slice(0, col - 1))}^`]
}

const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/

/** Blanks of the text's width on a terminal, where Chinese characters take two columns. */
const blank = (text: string): string => [...text].map(char => (WIDE.test(char) ? '  ' : ' ')).join('')

function suggestion(d: Diagnostic, language: Language): string[] {
  if (d.suggestion === undefined) return []
  return [language === 'en' ? `    Did you mean ${d.suggestion}?` : `    您是不是想写 ${d.suggestion}？`]
}
