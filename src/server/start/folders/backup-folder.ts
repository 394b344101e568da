import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FaultyFiles } from '../../attachments/named-files.ts'
import type { Backup } from '../../backup/load.ts'
import { copySynced, mkdirDurably, renameDurably } from '../../disk/durable.ts'
import { someAtATime } from '../../time/some-at-a-time.ts'
import { DRAFT } from '../../disk/names.ts'
import { StartRefusal } from '../settings/refusal.ts'
import { MANIFEST, manifestIn, readRows, tableFile, unreadable, type BackupManifest } from './backup-format.ts'
import { copiesIn, lackingIn } from './lacking.ts'

export type { BackupManifest } from './backup-format.ts'

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** Compares the checksum of each upload before anything is changed. */
async function checkWhole(folder: string, { tables, files }: BackupManifest): Promise<void> {
  const missing = tables.find(table => !existsSync(tableFile(folder, table.name)))
  if (missing)
    throw unreadable(folder, `缺少表 ${missing.name} 的数据`, `the rows of the table ${missing.name} are missing`)
  for (const { path, sha256: wanted } of files) {
    if ((await sha256(join(folder, 'files', path)).catch(() => '')) !== wanted)
      throw unreadable(
        folder,
        `备份里的文件 ${path} 已损坏或缺失`,
        `the file ${path} of the backup is damaged or missing`,
      )
  }
}

export async function readBackup(folder: string): Promise<Backup & { manifest: BackupManifest }> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => {
    throw new StartRefusal(
      `${folder} 里没有完整的备份（缺少 ${MANIFEST}，或没有读取权限）。`,
      `${folder} holds no whole backup: ${MANIFEST} is missing, or may not be read.`,
    )
  })
  const manifest = manifestIn(folder, text)
  await checkWhole(folder, manifest)
  return { manifest, tables: manifest.tables, rows: ({ name }) => readRows(tableFile(folder, name)) }
}

/** Files that its rows name and that neither the backup nor the data folder has got, once it has been restored. */
export async function lackingAfter(folder: string, manifest: BackupManifest, dataDir: string): Promise<FaultyFiles> {
  // else older versions have made it, which did not look
  if (manifest.lacking?.count === 0) return manifest.lacking
  const inBackup = copiesIn(manifest)
  return lackingIn(
    folder,
    manifest,
    async path => (await inBackup(path)) ?? stat(join(dataDir, 'files', path)).catch(() => undefined),
  )
}

/** Copies all uploads beside their places before renaming any, so that a full disk changes nothing. */
export async function restoreFiles(folder: string, { files }: BackupManifest, dataDir: string): Promise<void> {
  const targets = files.map(({ path }) => ({
    source: join(folder, 'files', path),
    target: join(dataDir, 'files', path),
    draft: `${join(dataDir, 'files', path)}${DRAFT}`,
  }))
  try {
    for (const above of new Set(targets.map(({ draft }) => dirname(draft)))) await mkdirDurably(above)
    await someAtATime(targets, ({ source, draft }) => copySynced(source, draft))
  } catch (error) {
    for (const { draft } of targets) await rm(draft, { force: true })
    throw error
  }
  await renameDurably(targets.map(({ draft, target }) => [draft, target] as const))
}
