import { readdirSync, readFileSync, realpathSync, statSync, type Dirent, type Stats } from 'node:fs'
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Diagnostic, SourceFile } from '../../../core/index.ts'
import { machineFault } from '../../answer/machine.ts'
import { encodingOf } from '../../../core/source/picture.ts'
import { ticks } from '../../time/ticks.ts'

/** Folder of the engine, with the built-in layer. */
export const ENGINE = fileURLToPath(new URL('../../../..', import.meta.url)).replace(/[\\/]$/, '')
/** File of a configuration folder that says which state of it is meant as it is, although it has lost much. */
export const CONFIRMATION = '.confirmed'

const OWN_FOLDERS = ['schemas', 'customers'] as const
export const FOLDERS = ['base', ...OWN_FOLDERS] as const
export const BASE_FOLDER = join(ENGINE, 'base')

/** Where a folder lies that diagnostics name. */
export const placeOnDisk = (root: string, folder: string): string =>
  join(folder.startsWith('base') ? ENGINE : root, folder)

/** The folders that are read for a configuration folder: the built-in one, whatever that folder holds, and its own. */
export const foldersOf = (root: string): string[] => [BASE_FOLDER, ...OWN_FOLDERS.map(folder => join(root, folder))]

/** Skips hidden files, which belong to editors or mounts. */
export const isSource = (path: string): boolean => /^[^.].*\.(?:ya?ml|svg|png)$/.test(basename(path))

/** Files of a configuration folder, and problems in reading it. */
export interface ConfigFiles {
  files: SourceFile[]
  problems: Diagnostic[]
}

/** The engine's own schemas, which no configuration may replace. */
const SKIPPED = join('schemas', 'meta')
const AT_ONCE = 32
const MOST = 200_000
const LARGEST = 16 * 1024 * 1024

const WORDS: Readonly<Record<string, readonly [string, string]>> = {
  ELOOP: ['符号链接形成循环', 'the symbolic link leads to itself'],
  ENOENT: [
    '符号链接指向的文件不存在，或文件在读取时消失',
    'what the link leads to does not exist, or the file went away while it was read',
  ],
  EACCES: ['没有读取权限', 'there is no right to read it'],
  EPERM: ['没有读取权限', 'there is no right to read it'],
}

/** Path as shown in diagnostics: relative to the configuration folder, or to the engine's for built-in files. */
const pathIn = (root: string, path: string): string => {
  const isBuiltIn = path === BASE_FOLDER || path.startsWith(BASE_FOLDER + sep)
  return relative(isBuiltIn ? ENGINE : root, path)
    .split(sep)
    .join('/')
}

function problem(file: string, severity: Diagnostic['severity'], chinese: string, english: string): Diagnostic {
  return {
    code: 'file-unreadable',
    severity,
    message: `读不了：${chinese}`,
    messageEn: `Cannot be read: ${english}`,
    origin: { file, line: 1, col: 1 },
  }
}

function explained(file: string, severity: Diagnostic['severity'], error: unknown): Diagnostic {
  if (error instanceof TooLarge)
    return problem(
      file,
      severity,
      `文件有 ${error.size} 字节，最多 ${LARGEST} 字节`,
      `it has ${error.size} bytes, ${LARGEST} at most`,
    )
  const { code = '', message } = error as NodeJS.ErrnoException
  const machine = machineFault(error)
  const [chinese, english] = WORDS[code] ?? [machine ? `${machine.words}（${message}）` : message, message]
  return problem(file, severity, chinese, english)
}

class TooMany extends Error {}

/** How a disk is read. */
export interface Disk {
  readdir(path: string): Promise<Dirent[]>
  realpath(path: string): Promise<string>
  stat(path: string): Promise<Stats>
  readFile(path: string, encoding: BufferEncoding): Promise<string>
}
/** Beside others, who are answered meanwhile. */
const BESIDE: Disk = { readdir: path => readdir(path, { withFileTypes: true }), realpath, stat, readFile }
/** Where nobody waits yet: a file at a time, 72 ms of the processor instead of 335 for what this repository holds. */
export const ALONE: Disk = {
  readdir: async path => readdirSync(path, { withFileTypes: true }),
  realpath: async path => realpathSync(path),
  stat: async path => statSync(path),
  readFile: async (path, encoding) => readFileSync(path, encoding),
}

/** Lists the files of a folder, then reads them. */
class Look {
  readonly paths: string[] = []
  readonly problems: Diagnostic[] = []
  readonly #root: string
  readonly #disk: Disk
  #seen = 0

  constructor(root: string, disk: Disk) {
    this.#root = root
    this.#disk = disk
  }

  tell(path: string, severity: Diagnostic['severity'], error: unknown): void {
    this.problems.push(explained(pathIn(this.#root, path), severity, error))
  }

  /** `trail`: real paths of the parent folders, to detect symbolic links that form a cycle. */
  async folder(path: string, trail: readonly string[]): Promise<void> {
    if (relative(this.#root, path) === SKIPPED) return
    const entries = await this.#entries(path)
    for (const entry of entries) {
      if (++this.#seen > MOST) throw new TooMany()
      const below = join(path, entry.name)
      if (entry.name.startsWith('.')) continue
      if (entry.isSymbolicLink()) await this.#link(below, trail)
      else if (entry.isDirectory())
        await this.folder(below, [...trail, await this.#disk.realpath(below).catch(() => below)])
      else if (isSource(below)) this.#file(below, entry.isFile())
    }
  }

  async #entries(path: string): Promise<Dirent[]> {
    try {
      return (await this.#disk.readdir(path)).sort((a, b) => (a.name < b.name ? -1 : 1))
    } catch (error) {
      // an unreadable folder is an error, because its overlays would silently be missing
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') this.tell(path, 'error', error)
      return []
    }
  }

  #file(path: string, isFile: boolean): void {
    if (isFile) this.paths.push(path)
    else this.problems.push(problem(pathIn(this.#root, path), 'error', '不是普通文件', 'it is no regular file'))
  }

  async #link(path: string, trail: readonly string[]): Promise<void> {
    try {
      const [real, found] = [await this.#disk.realpath(path), await this.#disk.stat(path)]
      if (!found.isDirectory()) {
        if (isSource(path)) this.#file(path, found.isFile())
      } else if (trail.includes(real)) {
        this.problems.push(
          problem(
            pathIn(this.#root, path),
            'warning',
            '符号链接指回上层文件夹，已跳过',
            'the symbolic link leads back to a folder above it and is left out',
          ),
        )
      } else {
        await this.folder(path, [...trail, real])
      }
    } catch (error) {
      if (error instanceof TooMany) throw error
      // a broken link with a YAML name is a missing file; other broken links do not matter, but a folder may lie behind
      // one that the machine cannot follow
      this.tell(path, isSource(path) || machineFault(error) ? 'error' : 'warning', error)
    }
  }
}

class TooLarge extends Error {
  readonly size: number

  constructor(size: number) {
    super()
    this.size = size
  }
}

/** Texts that have been read, by path, and what their file was like. */
export type ReadTexts = Map<string, { text: string; stamp: string; seen: number; isSettled: boolean }>

/** A file system may tell times in steps as coarse as two seconds: within one, a file may change and look the same. */
const SETTLED_MS = 3000

/** Most files are as they were at the last edit: one that was read when it had long looked so is not read again. */
async function textOf(path: string, disk: Disk, known: ReadTexts | undefined): Promise<string> {
  const { size, ino, mtimeMs, ctimeMs } = await disk.stat(path)
  if (size > LARGEST) throw new TooLarge(size)
  const stamp = [size, ino, mtimeMs, ctimeMs].join()
  const old = known?.get(path)
  const before = old?.stamp === stamp ? old : undefined
  if (before?.isSettled) return before.text
  const seen = before?.seen ?? ticks()
  const isSettled = ticks() - seen > SETTLED_MS
  const text = await disk.readFile(path, encodingOf(path))
  known?.set(path, { text, stamp, seen, isSettled })
  return text
}

async function lookAt(
  root: string,
  disk: Disk,
  known: ReadTexts | undefined,
): Promise<ConfigFiles & { vanished: boolean }> {
  const look = new Look(root, disk)
  try {
    for (const folder of foldersOf(root)) await look.folder(folder, [await disk.realpath(folder).catch(() => '')])
  } catch (error) {
    if (!(error instanceof TooMany)) throw error
    return {
      files: [],
      problems: [
        problem(
          FOLDERS.join(', '),
          'error',
          `文件超过 ${MOST} 个，请检查是否放错了目录`,
          `there are more than ${MOST} files: is something laid there that does not belong?`,
        ),
      ],
      vanished: false,
    }
  }
  const paths = look.paths.sort()
  const files: SourceFile[] = []
  let vanished = false
  for (let at = 0; at < paths.length; at += AT_ONCE) {
    await Promise.all(
      paths.slice(at, at + AT_ONCE).map(async (path, i) => {
        try {
          files[at + i] = { path: pathIn(root, path), text: await textOf(path, disk, known) }
        } catch (error) {
          vanished ||= (error as NodeJS.ErrnoException).code === 'ENOENT'
          look.tell(path, 'error', error)
        }
      }),
    )
  }
  return { files: files.filter(Boolean), problems: look.problems, vanished }
}

const LOOKS = 3

/**
 * Reads every YAML file and picture below base/, schemas/ and customers/. Starts again if the folder changes while it
 * is being read. `known`: of the reads before.
 */
export async function readConfigFiles(root: string, known?: ReadTexts, disk = BESIDE): Promise<ConfigFiles> {
  for (let looks = 1; ; looks++) {
    const { files, problems, vanished } = await lookAt(root, disk, known)
    if (!vanished || looks === LOOKS) return { files, problems }
  }
}
