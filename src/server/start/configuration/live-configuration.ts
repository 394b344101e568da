import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { commandLine } from '../../../core/diagnostic/command.ts'
import { hasErrors, type Diagnostic, type KnownCode, type SourceFile } from '../../../core/index.ts'
import {
  compile,
  compileJudged,
  diagnosticLine,
  LiveConfiguration,
  type CompiledConfiguration,
  type Judge,
} from '../../config/live.ts'
import { Checker, UNFINISHED } from './checker.ts'
import { placeOnDisk, readConfigFiles, type ReadTexts } from './config-files.ts'
import { readConfigFolder, watchConfigFolder, type Watching } from './config-folder.ts'
import { isConfirmed } from './confirmation.ts'
import type { Judged } from './judged.ts'
import { lossesOf } from './losses.ts'
import type { Log } from '../../product/product.ts'
import { messageOf, StartRefusal } from '../settings/refusal.ts'
import { ticks } from '../../time/ticks.ts'

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

const isSame = (sources: ReadonlyMap<string, SourceFile>, files: readonly SourceFile[]): boolean =>
  sources.size === files.length && files.every(({ path, text }) => sources.get(path)?.text === text)

const KEEPS_LAST_GOOD = '配置有错误，继续使用上一个正确的版本 / the edit has errors, the last good configuration stays:'

const NOT_READ =
  '配置没有读完，继续使用上一个正确的版本，能读时自动生效 / not all of it could be read, the last good configuration stays, '
  + 'and the edit is taken once it can be read:'

const HELD =
  '配置少了很多，像是没有写完、没有复制完，或磁盘没有挂载，所以暂不生效，继续使用上一个版本；补全后自动生效 / '
  + 'the configuration has lost much, as if it were not written, copied or mounted wholly: the edit waits until it is:'
const howToConfirm = (root: string): string =>
  `确实要这样，请运行 ${commandLine('confirm', `--root ${root}`)}（只确认现在的这些文件），或重新启动服务 / if it is meant so, run this command, `
  + 'which confirms the files as they are now, or start the server again'

/** A check that did not come to its end is made again after so long, then after twice as long each time. */
const CHECK_AGAIN_MS = 30_000
const CHECK_AGAIN_AT_LAST_MS = 1_800_000

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
  /** when what was refused is checked again, because its check did not come to its end */
  #again: { at: number; waited: number } | undefined
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
    if (hasErrors(problems)) return this.#refuse([NOT_READ, ...lines(problems)], isEdit)
    if (isSame(live.sources, files)) return this.#inForce(problems)
    const losses = lossesOf(live.sources, files, folder => existsSync(placeOnDisk(this.#root, folder)))
    if (losses.length > 0 && !(await isConfirmed(this.#root, files)))
      return this.#refuse([HELD, ...lines(losses), howToConfirm(this.#root)], isEdit)
    if (!isEdit && this.#refused && isSame(this.#refused, files) && !this.#isCheckedAgain()) return
    this.#refused = new Map(files.map(file => [file.path, file]))
    const diagnostics = await live.replace(files, judge, next => this.#prepared(next))
    this.#again = diagnostics.some(({ code }) => code === UNFINISHED) ? this.#later(isEdit) : undefined
    if (hasErrors(diagnostics)) return this.#refuse([KEEPS_LAST_GOOD, ...lines([...problems, ...diagnostics])], isEdit)
    this.#trouble = ''
    this.#inForce(problems)
    log.info(`配置已更新 / configuration updated: ${live.configuration.version}`)
  }

  #isCheckedAgain(): boolean {
    return this.#again !== undefined && ticks() >= this.#again.at
  }

  #later(isEdit: boolean): { at: number; waited: number } {
    const before = isEdit ? undefined : this.#again?.waited
    const waited = before === undefined ? CHECK_AGAIN_MS : Math.min(2 * before, CHECK_AGAIN_AT_LAST_MS)
    return { at: ticks() + waited, waited }
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
