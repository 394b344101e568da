import {
  FILE_TABLES,
  FaultList,
  type FaultyFiles,
  type FileFault,
  type NamedFile,
} from '../../attachments/named-files.ts'
import type { TableRow } from '../../db/database.ts'
import { readRows, tableFile, type BackupManifest, type FileCopy } from './backup-format.ts'
import { pathOfFile } from './file-folder.ts'

/** Which of these keys of a table still have a row: a file whose row was deleted during the backup is not lacking. */
export type StillNamed = (table: string, ids: string[]) => Promise<Set<string>>

/** What there is of a file, where there is something. */
export type CopyOf = (path: string) => Partial<FileCopy> | undefined | Promise<Partial<FileCopy> | undefined>

export function copiesIn({ files }: Pick<BackupManifest, 'files'>): CopyOf {
  const copies = new Map(files.map(copy => [copy.path, copy]))
  return path => copies.get(path)
}

/**
 * Files that rows of a backup name and that it has not got, or has as something else: `files/` may not have been
 * mounted when it was made. Read from the backup itself, some rows at a time.
 */
export async function lackingIn(
  folder: string,
  { tables }: Pick<BackupManifest, 'tables'>,
  copyOf: CopyOf,
  stillNamed?: StillNamed,
): Promise<FaultyFiles> {
  const faultOf = async ({ id, size, sha256 }: NamedFile): Promise<FileFault | undefined> => {
    const copy = await copyOf(pathOfFile(id))
    if (!copy) return 'missing'
    if (size !== undefined && size !== copy.size) return 'size'
    return sha256 !== undefined && sha256 !== (copy.sha256 ?? sha256) ? 'content' : undefined
  }
  const found = new FaultList()
  for (const { name: table } of tables) {
    const names = Object.hasOwn(FILE_TABLES, table) ? FILE_TABLES[table] : undefined
    if (!names) continue
    for await (const some of readRows(tableFile(folder, table))) {
      const named = some.flatMap(row => names.fileOf(JSON.parse(row) as TableRow) ?? [])
      const faults = await Promise.all(named.map(faultOf))
      const faulty = named.flatMap((file, n) => {
        const fault = faults[n]
        return fault === undefined ? [] : [{ file, fault }]
      })
      if (faulty.length === 0) continue
      const still = await stillNamed?.(
        table,
        faulty.map(({ file }) => file.id),
      )
      for (const { file, fault } of faulty) if (still?.has(file.id) ?? true) found.add(file, fault)
    }
  }
  return found
}
