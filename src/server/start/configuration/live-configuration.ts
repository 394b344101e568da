import { setTimeout as pause } from 'node:timers/promises'
import { hasErrors, type Diagnostic, type KnownCode, type SourceFile } from '../../../core/index.ts'
import {
  compile,
  compileJudged,
  diagnosticLine,
  LiveConfiguration,
  type CompiledConfiguration,
  type Judge,
} from '../../config/live.ts'
import { Checker } from './checker.ts'
import { FOLDERS, readConfigFiles, type ReadTexts } from './config-files.ts'
import { readConfigFolder, watchConfigFolder, type Watching } from './config-folder.ts'
import type { Judged } from './judged.ts'
import type { Log } from '../../product/product.ts'
import { messageOf, StartRefusal } from '../settings/refusal.ts'

/**
 * At start-up there is no last good configuration, so any error stops the server. `code`: as in checkProject. `judged`:
 * what need not be checked again.
 */
export async function firstConfiguration(root: string, code?: KnownCode, judged?: Judged): Promise<LiveConfiguration> {
  const files = await readConfigFolder(root)
  if (await judged?.has(files, code)) return new LiveConfiguration(compileJudged(files))
  const { compiled, diagnostics } = compile(files, code)
  if (compiled) return new LiveConfiguration(compiled)
  const errors = diagnostics.filter(one => one.severity === 'error')
  throw new StartRefusal(
    `配置有 ${errors.length} 处错误，服务没有启动。请按下面的位置修改后重试。`,
    `The configuration has ${errors.length} error(s), so the server does not start. Mend them at the places `
      + `below and try again.`,
    errors.map(diagnosticLine),
  )
}

/** Most problems printed to a terminal. */
const SHOWN = 50

function lines(diagnostics: readonly Diagnostic[]): string[] {
  const more = diagnostics.length - SHOWN
  return [
    ...diagnostics.slice(0, SHOWN).map(diagnosticLine),
    ...(more > 0 ? [`… 还有 ${more} 处 / and ${more} more`] : []),
  ]
}

/**
 * A folder whose files have all disappeared was probably unmounted or deleted rather than edited: reported as an error.
 */
function goneFolders(sources: ReadonlyMap<string, SourceFile>, files: readonly SourceFile[]): Diagnostic[] {
  const isIn =
    (folder: string) =>
    ({ path }: SourceFile): boolean =>
      path.startsWith(`${folder}/`)
  return FOLDERS.filter(folder => [...sources.values()].some(isIn(folder)) && !files.some(isIn(folder))).map(
    folder => ({
      code: 'folder-gone',
      severity: 'error',
      origin: { file: folder, line: 1, col: 1 },
      message: '文件夹不见了或是空的（磁盘没有挂载？）。确实要全部删除，请在删除后重新启动服务',
      messageEn:
        'The folder is gone or empty (a volume that is not mounted?). If all of it is meant to go, restart the '
        + 'server afterwards',
    }),
  )
}

const isSame = (sources: ReadonlyMap<string, SourceFile>, files: readonly SourceFile[]): boolean =>
  sources.size === files.length && files.every(({ path, text }) => sources.get(path)?.text === text)

const KEEPS_LAST_GOOD = '配置有错误，继续使用上一个正确的版本 / the edit has errors, the last good configuration stays:'

const FIRST_MS = 1000
const LONGEST_MS = 30_000

/** A newer edit arrived while this one waited for its migration. */
class Superseded extends Error {}

export interface Following {
  live: LiveConfiguration
  judge: Judge
  prepare(next: CompiledConfiguration): Promise<void>
  log: Log
}

/** Applies edits one after the other while the server runs; of several that arrive meanwhile only the latest. */
class Follower {
  readonly #root: string
  readonly #with: Following
  #edits = 0
  #taken = 0
  #going: Promise<void> | undefined
  #waiting = new AbortController()
  #isClosed = false
  /** the problem reported last, and the files it was about: polling does not report or check the same state again */
  #trouble: string | undefined
  #warned = ''
  #refused: ReadonlyMap<string, SourceFile> | undefined
  readonly #read: ReadTexts = new Map()

  constructor(root: string, following: Following) {
    this.#root = root
    this.#with = following
  }

  readonly edited = (): void => {
    this.#edits++
    this.#waiting.abort()
    this.#begin()
  }

  /** Called by polling, when no change event was received. */
  readonly looked = (): void => this.#begin()

  async close(): Promise<void> {
    this.#isClosed = true
    this.#waiting.abort()
    await this.#going
  }

  #begin(): void {
    this.#going ??= this.#follow().finally(() => {
      this.#going = undefined
    })
  }

  async #follow(): Promise<void> {
    do {
      const isEdit = this.#taken !== this.#edits
      this.#taken = this.#edits
      await this.#reload(isEdit).catch((error: unknown) => {
        if (error instanceof Superseded) return
        this.#refuse(
          [
            '新配置没有生效 / the edit is not in force:',
            messageOf(error),
            ...(error instanceof StartRefusal ? error.details : []),
          ],
          isEdit,
        )
      })
    } while (this.#taken !== this.#edits && !this.#isClosed)
  }

  async #reload(isEdit: boolean): Promise<void> {
    const { live, judge, log } = this.#with
    const { files, problems } = await readConfigFiles(this.#root, this.#read)
    const unread = [...problems, ...goneFolders(live.sources, files)]
    if (hasErrors(unread)) return this.#refuse([KEEPS_LAST_GOOD, ...lines(unread)], isEdit)
    if (isSame(live.sources, files)) return this.#inForce(problems)
    if (!isEdit && this.#refused && isSame(this.#refused, files)) return
    this.#refused = new Map(files.map(file => [file.path, file]))
    const diagnostics = await live.replace(files, judge, next => this.#prepared(next))
    if (hasErrors(diagnostics)) return this.#refuse([KEEPS_LAST_GOOD, ...lines([...problems, ...diagnostics])], isEdit)
    this.#trouble = ''
    this.#inForce(problems)
    log.info(`配置已更新 / configuration updated: ${live.configuration.version}`)
  }

  /** Reports that earlier problems are solved. */
  #inForce(problems: readonly Diagnostic[]): void {
    const { live, log } = this.#with
    this.#refused = undefined
    if (this.#trouble)
      log.info(`配置目录已恢复，与现用的一致 / the folder is again what is in force: ${live.configuration.version}`)
    this.#trouble = undefined
    const warnings = lines(problems).join('\n')
    if (warnings !== '' && warnings !== this.#warned) log.error(warnings)
    this.#warned = warnings
  }

  #refuse(said: string[], isEdit: boolean): void {
    if (this.#isClosed) return
    const text = said.join('\n')
    if (isEdit || text !== this.#trouble) this.#with.log.error(text)
    this.#trouble = text
  }

  /**
   * Migrates the tables. If the database is unavailable, tries again until it succeeds or a newer edit arrives;
   * conflicts are not retried.
   */
  async #prepared(next: CompiledConfiguration): Promise<void> {
    for (let wait = FIRST_MS; ; wait = Math.min(2 * wait, LONGEST_MS)) {
      try {
        return await this.#with.prepare(next)
      } catch (error) {
        if (error instanceof StartRefusal) throw error
        if (wait === FIRST_MS)
          this.#with.log.error(
            `新配置暂时不能生效，会自动重试 / the edit cannot come into force yet and is tried again: ${messageOf(error)}`,
          )
        this.#waiting = new AbortController()
        if (this.#taken === this.#edits && !this.#isClosed)
          await pause(wait, undefined, { signal: this.#waiting.signal }).catch(() => undefined)
        if (this.#taken !== this.#edits || this.#isClosed) throw new Superseded()
      }
    }
  }
}

export async function followEdits(
  root: string,
  live: LiveConfiguration,
  prepare: Following['prepare'],
  log: Log,
  code?: KnownCode,
): Promise<Watching> {
  const checker = new Checker(code)
  const follower = new Follower(root, { live, judge: checker.judge, prepare, log })
  const watching = await watchConfigFolder(root, follower, line => log.error(line))
  return {
    close: async () => {
      await watching.close()
      // stops a check in progress
      await Promise.all([checker.close(), follower.close()])
    },
  }
}
