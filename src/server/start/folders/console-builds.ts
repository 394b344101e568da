import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { copySynced, mkdirDurably, renameDurably, syncFolder, writeDurably } from '../../disk/durable.ts'
import { someAtATime } from '../../time/some-at-a-time.ts'

/**
 * Files of earlier builds of the console. Whoever has a page open when a new release starts goes on with the files of
 * the old one, which are named by their content and stand in no new build; so the data folder keeps those of the last
 * builds, however a release comes onto the machine.
 */
const BUILDS = 3
/** a build that nobody can have open for long need not be kept */
const USED_AFTER = 60_000

/** written anew by each server that has served the build for a while: its time says which build is the newest */
const SERVED = 'served'

export interface ConsoleFolders {
  /** the built console */
  folder: string
  /** earlier builds, the newest first; each has a folder `assets` */
  earlier: string[]
}

const keptIn = (dataDir: string): string => join(dataDir, 'console')

/** A build is known by the names of its files, which say what is in them. */
async function nameOf(folder: string): Promise<string> {
  const names = await readdir(join(folder, 'assets'))
  return createHash('sha256').update(names.filter(isSource).sort().join('\n')).digest('hex').slice(0, 16)
}
const isSource = (name: string): boolean => !/\.(br|gz)$/.test(name)

const servedAt = (build: string): Promise<number> =>
  stat(join(build, SERVED)).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )

async function keptBuilds(dataDir: string): Promise<string[]> {
  const kept = keptIn(dataDir)
  const names = await readdir(kept).catch(() => [])
  const found = await Promise.all(
    names
      .filter(name => /^[\da-f]{16}$/.test(name))
      .map(async name => ({ name, at: await servedAt(join(kept, name)) })),
  )
  return found.sort((a, b) => b.at - a.at).map(({ name }) => name)
}

/** The console with the earlier builds that are kept for those who have them open. */
export async function withEarlier(folder: string, dataDir: string): Promise<ConsoleFolders> {
  const own = await nameOf(folder).catch(() => '')
  const earlier = (await keptBuilds(dataDir).catch(() => [])).filter(name => name !== own)
  return { folder, earlier: earlier.slice(0, BUILDS - 1).map(name => join(keptIn(dataDir), name)) }
}

/** Whole before it is there; a draft that could not be finished takes no room. */
async function lay(folder: string, kept: string): Promise<void> {
  const draft = `${kept}.${process.pid}`
  try {
    const [from, to] = [join(folder, 'assets'), join(draft, 'assets')]
    await mkdirDurably(to)
    await someAtATime(await readdir(from), name => copySynced(join(from, name), join(to, name)))
    await syncFolder(to)
    await renameDurably([[draft, kept]])
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    // another instance on the same folder may have been first
    if (!existsSync(kept)) throw error
  }
}

/** Keeps the files of this build for later ones, and lets go of the oldest. */
export async function keepBuild(folder: string, dataDir: string): Promise<void> {
  const kept = join(keptIn(dataDir), await nameOf(folder))
  await mkdirDurably(keptIn(dataDir))
  if (!existsSync(kept)) await lay(folder, kept)
  await writeDurably(join(kept, SERVED), '')
  const [, ...others] = await keptBuilds(dataDir)
  for (const name of others.slice(BUILDS - 1)) await rm(join(keptIn(dataDir), name), { recursive: true, force: true })
}

/** Keeps the build once it has been served for a while; without room for it, later ones do without. */
export function keepBuildSoon(folder: string, dataDir: string, failed: (error: unknown) => void): () => Promise<void> {
  const timer = setTimeout(() => void keepBuild(folder, dataDir).catch(failed), USED_AFTER)
  timer.unref()
  return async () => clearTimeout(timer)
}
