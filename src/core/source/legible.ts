import type { Report } from '../diagnostic/diagnostic.ts'
import type { SourceFile } from './parse.ts'

/** Signs of a file: five times what the longest of a product has. What reads YAML is slow on lines without end. */
export const LONGEST_FILE = 300_000

/** Whether a file can be read at all: before anybody asks whether it is YAML. */
export function isLegible({ path, text }: SourceFile, report: Report): boolean {
  const at = /[\uFFFD\0]/.exec(text)?.index
  if (at === undefined && text.length <= LONGEST_FILE) return true
  const [zh, en] =
    at === undefined
      ? [
          `文件有 ${text.length} 个字符，超过 ${LONGEST_FILE} 个：请分成几个文件`,
          `The file has ${text.length} characters, more than ${LONGEST_FILE}: divide it into several files`,
        ]
      : [
          '文件不是 UTF-8 编码，这里的文字读不出来：请在编辑器里另存为 UTF-8（不是 GBK、UTF-16）',
          'The file is not in UTF-8, so this text cannot be read: save it as UTF-8 (not GBK or UTF-16)',
        ]
  report({
    code: at === undefined ? 'file-size' : 'file-encoding',
    severity: 'error',
    message: zh,
    messageEn: en,
    origin: { file: path, line: at === undefined ? 1 : text.slice(0, at).split('\n').length, col: 1 },
  })
  return false
}
