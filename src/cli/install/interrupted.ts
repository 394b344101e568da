import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeDurablySync } from '../../server/disk/durable-sync.ts'
import { endAs, type Person } from './as-owner.ts'
import { isAlive, type ProcessNote } from './running.ts'

/**
 * What an upgrade or rollback is at. It lies in the home while one is under way; where the next one finds it, that one
 * was killed.
 */
export interface Change {
  what: 'upgrade' | 'rollback'
  /** names of the releases' folders in the home */
  before: string
  next: string
  /** a server ran when it began, and is to run in the end */
  wasRunning: boolean
  /** the backup that it makes */
  backup?: string
  /** the command or trial that it waits for */
  child?: ProcessNote
}

const FILE = '.change.json'

/** The one that was killed, if any; what cannot be read was no whole note, and nothing had been done. */
export function interruptedIn(home: string): Change | undefined {
  const file = join(home, FILE)
  if (!existsSync(file)) return undefined
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Change
  } catch {
    return undefined
  }
}

/** Notes a change from its beginning to its end. */
export class ChangeNote {
  readonly #home: string
  #change: Change

  constructor(home: string, change: Change) {
    this.#home = home
    this.#change = change
    this.note({})
  }

  note(more: Partial<Change>): void {
    this.#change = { ...this.#change, ...more }
    writeDurablySync(join(this.#home, FILE), JSON.stringify(this.#change), 0o600)
  }

  over(): void {
    rmSync(join(this.#home, FILE), { force: true })
  }
}

/** The child of a change that was killed goes on by itself: it is ended, and what it had begun is begun anew. */
export function endChild({ child }: Change, as: Person): (() => boolean) | undefined {
  if (!child || !isAlive(child)) return undefined
  endAs(as, child.pid)
  return () => !isAlive(child)
}
