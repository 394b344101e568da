import type { TableRow } from '../db/database.ts'

/** A file that a row of the database says is there. Of what a job has made, only that. */
export interface NamedFile {
  id: string
  name: string
  size?: number
  sha256?: string
}

const uploaded = ({ id, name, size, sha256 }: TableRow): NamedFile => ({
  id: String(id),
  name: String(name),
  size: Number(size),
  sha256: String(sha256),
})

/**
 * What an export has written, until it is fetched, and what the check of a spreadsheet keeps for the import: it lies
 * under the job's own id.
 */
function made({ id, kind, fileName, finished, cancelled, taken, error }: TableRow): NamedFile | undefined {
  const isDone = Number(finished) === 1 && Number(cancelled) !== 1 && error === null
  const isKept = kind === 'import' || (kind === 'export' && Number(taken) !== 1)
  return isDone && isKept ? { id: String(id), name: String(fileName ?? '') || String(id) } : undefined
}

interface FileTable {
  /** what `fileOf` reads; the key is `id` */
  columns: readonly string[]
  fileOf(row: TableRow): NamedFile | undefined
}

/** Tables whose rows each name one file. */
export const FILE_TABLES: Readonly<Record<string, FileTable>> = {
  sys_file: { columns: ['id', 'name', 'size', 'sha256'], fileOf: uploaded },
  sys_job: { columns: ['id', 'kind', 'fileName', 'finished', 'cancelled', 'taken', 'error'], fileOf: made },
}

/** What is wrong with a file that a row names: it is not there, or is not the one that was stored. */
export type FileFault = 'missing' | 'size' | 'content'
export interface FaultyFile extends NamedFile {
  fault: FileFault
}

/** The first of them by name: there may be a million. */
export interface FaultyFiles {
  count: number
  first: FaultyFile[]
}
const TOLD = 100

export class FaultList implements FaultyFiles {
  count = 0
  readonly first: FaultyFile[] = []

  add(file: NamedFile, fault: FileFault): void {
    this.count++
    if (this.first.length < TOLD) this.first.push({ ...file, fault })
  }
}

const WORDS: Readonly<Record<FileFault, readonly [chinese: string, english: string]>> = {
  missing: ['不在了', 'gone'],
  size: ['大小不符', 'of another size'],
  content: ['内容不符', 'of another content'],
}

const SHOWN = 20

/** Lines for an operator, a file each. */
export function faultLines({ count, first }: FaultyFiles): string[] {
  const lines = first.slice(0, SHOWN).map(({ id, name, fault }) => {
    const [chinese, english] = WORDS[fault]
    return `  ${name}（${id}）：${chinese} / ${english}`
  })
  return count > SHOWN ? [...lines, `  …（共 ${count} 个 / ${count} of them）`] : lines
}
