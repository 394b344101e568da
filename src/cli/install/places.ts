import { existsSync, lstatSync, readlinkSync, rmSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { symlinkDurablySync } from '../../server/disk/durable-sync.ts'

/** The link that services start, and the one that leads to the release before it. */
export const [CURRENT, PREVIOUS] = ['current', 'previous']

/** Where a link of the home leads; nothing where there is none. */
export function linked(home: string, name: string): string | undefined {
  const link = join(home, name)
  const isLink = lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() === true
  if (!isLink) return undefined
  const folder = resolve(home, readlinkSync(link))
  return existsSync(folder) ? folder : undefined
}

/** Leads from the home to a release in it, wherever the home lies. */
const link = (home: string, name: string, folder: string): void =>
  symlinkDurablySync(basename(folder), join(home, name))

/** The link as it is now; what is returned puts it back. */
function kept(home: string, name: string): () => void {
  const folder = linked(home, name)
  return () => (folder === undefined ? rmSync(join(home, name), { force: true }) : link(home, name, folder))
}

/**
 * From now on `folder` is the release in use, and `before` the one to go back to. Both lie in the home. What is
 * returned puts both links back.
 */
export function switchTo(home: string, folder: string, before: string): () => void {
  const back = [CURRENT, PREVIOUS].map(name => kept(home, name))
  link(home, PREVIOUS, before)
  link(home, CURRENT, folder)
  return () => back.forEach(putBack => putBack())
}
