import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../../folders.ts'

/** What a process has done to files, see record-files.mjs. */
export interface FileEvent {
  what: 'write' | 'rename' | 'name' | 'folder' | 'remove' | 'sync' | 'answer' | `kept ${string}`
  paths: string[]
}

const RECORDER = pathToFileURL(join(ROOT, 'tests/server/support/record-files.mjs')).href

/** Environment of a process whose files below a folder are recorded, its children's too. */
export const recording = (folder: string, log: string): Record<string, string> => ({
  NODE_OPTIONS: `--import ${RECORDER}`,
  RECORDED_FOLDER: folder,
  RECORDED_FILES: log,
})

export const recorded = (log: string): FileEvent[] =>
  existsSync(log)
    ? readFileSync(log, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map(line => JSON.parse(line) as FileEvent)
    : []

/**
 * What a power cut would take, as no more is promised than is written in the manual of `fsync`: the content of a file
 * that was written since it was synced, and a name that was given since its folder was synced.
 */
export class Volatile {
  readonly #contents = new Set<string>()
  readonly #names = new Set<string>()

  /** Paths that would be lost, or whose content would. */
  get lost(): string[] {
    return [...new Set([...this.#contents, ...this.#names])].sort()
  }

  take({ what, paths: [path = '', to = ''] }: FileEvent): void {
    if (what === 'write') this.#written(path)
    else if (what === 'name' || what === 'folder') this.#names.add(path)
    else if (what === 'rename') this.#renamed(path, to)
    else if (what === 'remove') this.#removed(path)
    else if (what === 'sync') this.#synced(path)
  }

  #written(path: string): void {
    // a file that was there keeps its name; to take it for a new one only asks for more
    if (!this.#known.has(path)) this.#names.add(path)
    this.#known.add(path)
    this.#contents.add(path)
  }
  /** files whose making has been seen */
  readonly #known = new Set<string>()

  #renamed(from: string, to: string): void {
    this.#removed(to)
    for (const paths of [this.#contents, this.#names, this.#known])
      for (const path of [...paths].filter(one => one === from || one.startsWith(`${from}/`))) {
        paths.delete(path)
        paths.add(to + path.slice(from.length))
      }
    this.#names.add(to)
  }

  #removed(path: string): void {
    for (const paths of [this.#contents, this.#names, this.#known])
      for (const one of paths) if (one === path || one.startsWith(`${path}/`)) paths.delete(one)
  }

  #synced(path: string): void {
    this.#contents.delete(path)
    for (const name of this.#names) if (dirname(name) === path) this.#names.delete(name)
  }
}

/** What would be lost at each event that `isKept` says something is acknowledged at, except what may be. */
export function lostAt(
  events: readonly FileEvent[],
  isKept: (event: FileEvent) => boolean,
  mayBeLost: RegExp = /^$/,
): [what: string, lost: string[]][] {
  const state = new Volatile()
  const found: [string, string[]][] = []
  for (const event of events) {
    state.take(event)
    if (isKept(event)) found.push([event.what, state.lost.filter(path => !mayBeLost.test(path))])
  }
  return found
}
