import type { Diagnostic, SourceFile } from '../../../core/index.ts'
import { placeOf } from '../../../core/overlay/layer.ts'
import { encodingOf } from '../../../core/source/picture.ts'

/*
 * What an edit loses, as far as nobody deletes it on purpose: a file that ends in its middle, because an editor, a copy
 * or a full disk has not written all of it, and folders that are gone, because a volume is not mounted or a copy is
 * under way. Both may be a correct configuration by themselves, so no other check finds them.
 */

type Files = ReadonlyMap<string, SourceFile>

/** At a line's end somebody may have deleted what followed: up to these lines, or this share of the file. */
const FEW_LINES = 3
const SMALL_SHARE = 0.25
/** Lines by which the end of a file is found in its former text. */
const ANCHOR_LINES = 3
const ANCHOR_LETTERS = 20

const diagnostic = (code: string, file: string, line: number, [message, messageEn]: [string, string]): Diagnostic => ({
  code,
  severity: 'error',
  origin: { file, line, col: 1 },
  message,
  messageEn,
})

const lastLines = (text: string, count: number): string => {
  let at = text.length
  for (let n = 0; n <= count && at >= 0; n++) at = text.lastIndexOf('\n', at - 1)
  return text.slice(at + 1)
}

/** What followed in the former text on that which the file ends with now; nothing where its end is as it was. */
function missingEnd(before: string, now: string): string {
  if (before.startsWith(now)) return before.slice(now.length)
  const end = lastLines(now, ANCHOR_LINES)
  const at = end.trim().length < ANCHOR_LETTERS ? -1 : before.lastIndexOf(end)
  const missing = at < 0 ? '' : before.slice(at + end.length)
  // moved elsewhere in the file it is not missing
  return now.length + missing.length / 2 <= before.length ? missing : ''
}

function isCutText(before: string, now: string): boolean {
  const missing = missingEnd(before, now)
  if (missing.trim() === '') return false
  const isAtLineEnd = now === '' || now.endsWith('\n') || /^\r?\n/.test(missing)
  if (now.trim() === '' || !isAtLineEnd) return true
  const lines = missing.split('\n').filter(line => line.trim() !== '').length
  return lines >= FEW_LINES && missing.length >= SMALL_SHARE * before.length
}

/** Of bytes in base64 the last four letters may stand for fewer of them. */
const isCutPicture = (before: string, now: string): boolean =>
  now.length < before.length && before.startsWith(now.slice(0, -4))

const isCut = (path: string, before: string, now: string): boolean =>
  encodingOf(path) === 'base64' ? isCutPicture(before, now) : isCutText(before, now)

function cutFiles(before: Files, files: readonly SourceFile[]): Diagnostic[] {
  return files.flatMap(({ path, text }) => {
    const former = before.get(path)?.text
    if (former === undefined || former === text || !isCut(path, former, text)) return []
    const [had, has] = [former, text].map(one => one.split('\n').length) as [number, number]
    return [
      diagnostic('file-cut', path, has, [
        `文件像是没有写完：原有 ${had} 行，现在到第 ${has} 行为止，后面的不见了`,
        `The file seems not to be written to its end: it had ${had} lines and ends at line ${has} now`,
      ]),
    ]
  })
}

/** The folders above a file, the widest first. */
const foldersAbove = (path: string): string[] => {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, i) => parts.slice(0, i + 1).join('/'))
}

/** Files that are there no more, nor elsewhere under another name. */
function lostFiles(before: Files, files: readonly SourceFile[]): Set<string> {
  const kept = new Set(files.map(({ path }) => path))
  const come = new Set(files.filter(({ path }) => !before.has(path)).map(({ text }) => text))
  const lost = [...before.values()].filter(({ path, text }) => !kept.has(path) && !come.has(text))
  return new Set(lost.map(({ path }) => path))
}

interface Tally {
  had: number
  lost: number
}

function tallies(before: Files, lost: ReadonlySet<string>): Map<string, Tally> {
  const all = new Map<string, Tally>()
  for (const path of before.keys()) {
    for (const folder of foldersAbove(path)) {
      const tally = all.get(folder) ?? { had: 0, lost: 0 }
      all.set(folder, { had: tally.had + 1, lost: tally.lost + (lost.has(path) ? 1 : 0) })
    }
  }
  return all
}

const FEW_FILES = 3

const isLayer = (folder: string): boolean => placeOf(`${folder}/x`)?.layer.name === folder

/**
 * Folders that have lost most of their files. A page or two somebody has deleted, also the only ones of a folder; a
 * whole area or customer is a loss even if it had no more, unless its folder is still there.
 */
function goneFolders(before: Files, files: readonly SourceFile[], isThere: (folder: string) => boolean): Diagnostic[] {
  const found: string[] = []
  const isLoss = (folder: string, { had, lost }: Tally): boolean =>
    lost * 2 > had && (lost >= FEW_FILES || (lost === had && isLayer(folder) && !isThere(folder)))
  const all = tallies(before, lostFiles(before, files))
  // of folders that lie in each other the innermost that lost all of these files is told, of missing ones the outermost
  const isWithin = (folder: string, { lost }: Tally): boolean =>
    isThere(folder)
    && [...all].some(([below, tally]) => below.startsWith(`${folder}/`) && tally.lost === lost && isLoss(below, tally))
  for (const [folder, tally] of all) {
    if (!isLoss(folder, tally) || isWithin(folder, tally)) continue
    if (!found.some(above => folder.startsWith(`${above}/`))) found.push(folder)
  }
  return found.map(folder => {
    const { had, lost } = all.get(folder) as Tally
    return diagnostic('folder-gone', folder, 1, [
      lost === had
        ? `文件夹不见了或是空的：原有 ${had} 个文件`
        : `文件夹里的文件大多不见了：原有 ${had} 个，少了 ${lost} 个`,
      lost === had
        ? `The folder is gone or empty: it had ${had} files`
        : `Most files of the folder are gone: ${lost} of ${had}`,
    ])
  })
}

/** `isThere`: whether a folder still exists, be it empty. */
export const lossesOf = (
  before: Files,
  files: readonly SourceFile[],
  isThere: (folder: string) => boolean,
): Diagnostic[] => [...goneFolders(before, files, isThere), ...cutFiles(before, files)]
