import {
  closeSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { cannotSync, DRAFT } from './names.ts'

/* The same as durable.ts for commands, which wait for each step and serve nobody meanwhile. */

function syncFolderSync(path: string): void {
  try {
    const folder = openSync(path, 'r')
    try {
      fsyncSync(folder)
    } finally {
      closeSync(folder)
    }
  } catch (error) {
    if (!cannotSync(error)) throw error
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

export function mkdirDurablySync(path: string, mode?: number): void {
  try {
    mkdirSync(path, mode)
  } catch (error) {
    const above = dirname(path)
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && above !== path) {
      mkdirDurablySync(above, mode)
      if (!isFolder(path)) mkdirSync(path, mode)
    } else if (!isFolder(path)) throw error
  }
  syncFolderSync(dirname(path))
}

export function renameDurablySync(from: string, to: string): void {
  renameSync(from, to)
  for (const folder of new Set([dirname(to), dirname(from)])) syncFolderSync(folder)
}

/** Makes a draft of something and gives it its name. */
function replaceDurablySync(path: string, make: (draft: string) => void): void {
  const draft = `${path}.${process.pid}${DRAFT}`
  try {
    rmSync(draft, { force: true })
    make(draft)
    renameDurablySync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

export function writeDurablySync(path: string, content: string, mode?: number): void {
  replaceDurablySync(path, draft => {
    const file = openSync(draft, 'wx')
    try {
      if (mode !== undefined) fchmodSync(file, mode)
      writeFileSync(file, content)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  })
}

/** In one moment: whoever follows the link comes to what it led to before, or to `target`. */
export const symlinkDurablySync = (target: string, path: string): void =>
  replaceDurablySync(path, draft => symlinkSync(target, draft))
