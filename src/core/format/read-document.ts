import { LineCounter, parseDocument, type Document } from 'yaml'
import type { Report } from '../diagnostic/diagnostic.ts'
import type { SourceFile } from '../source/file.ts'
import { reportSyntax } from '../source/syntax.ts'
import { placeComments } from './place-comments.ts'
import { formatDocument } from './print.ts'
import { unprintable } from './unprintable.ts'

/**
 * A file as a document of the yaml library, to be changed and printed by `formatDocument`: every scalar knows how it
 * was written, and comments and empty lines are where `placeComments` says. Undefined for a file that cannot be read;
 * the reasons are reported.
 */
export function readDocument(source: SourceFile, report: Report): Document.Parsed | undefined {
  // an editor's mark of the encoding and its line breaks are no part of the text
  const text = source.text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  const lines = new LineCounter()
  const options = { lineCounter: lines, prettyErrors: false, uniqueKeys: true, keepSourceTokens: true }
  const document = parseDocument(text, options)
  reportSyntax(document, { ...source, text }, lines, report)
  if (document.errors.length > 0) return undefined
  placeComments(document, text, lines)
  return document
}

/** The text of a file in our form; as it is where it cannot be read or printed, and the reasons are reported. */
export function formatText(source: SourceFile, report: Report): string {
  const document = readDocument(source, report)
  if (document === undefined) return source.text
  const mark = unprintable(document)
  if (mark === undefined) return formatDocument(document)
  report({
    code: 'yaml-form',
    severity: 'error',
    message: `文件含有配置语言不用的写法“${mark}”（锚点、别名、标签、多行的键或 ---），无法统一格式`,
    messageEn: `Not formatted: the language has no “${mark}” (anchors, aliases, tags, keys of several lines, ---)`,
    origin: { file: source.path, line: 1, col: 1 },
  })
  return source.text
}
