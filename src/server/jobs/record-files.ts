import { sql } from 'kysely'
import { entityFor } from '../access/field-rights.ts'
import { inScope } from '../access/row-scope.ts'
import { othersOf, signedInUser, type CallContext } from '../call/context.ts'
import { every } from '../records/read/plan-list.ts'
import type { TableRow } from '../db/database.ts'
import type { Entity } from '../db/tables/models.ts'
import { partsOf } from '../../supervision/server/evidence/archive.ts'
import { linkOf } from '../../supervision/server/evidence/chain.ts'
import { manifestIn } from '../../supervision/server/evidence/manifest.ts'
import { filesIn, mayRead } from '../attachments/register.ts'
import { once, packedName, type Part } from '../files/zip.ts'
import { Refusal } from '../answer/refusal.ts'

const EVIDENCE = 'evidence'
const LIST = '文件清单.txt'
const MOST_BYTES = 2 * 1024 ** 3

/** Where a record's files lie in the archive: its number, if it has one, is what people look for. */
function folderOf({ fields, key }: Entity, row: TableRow): string {
  const number = fields.find(field => field.unique && field.name !== key && row[field.name])
  return packedName(String(row[number?.name ?? key]))
}

/**
 * The files of records that an export takes along, each once, and a list of what is there and what is not. Evidence
 * comes first: its files lie beside their manifest, and a record that shows one of them is told where it lies.
 */
export class RecordFiles {
  readonly #call: CallContext
  readonly #entity: Entity
  readonly #lines: string[] = []
  readonly #names = new Set<string>()
  /** file → where it lies */
  readonly #held = new Map<string, string>()
  #bytes = 0

  constructor(call: CallContext, entity: Entity) {
    this.#call = call
    this.#entity = entity
  }

  list(): Part {
    const head = ['说明：带“未附”的没有放进本压缩包。', '']
    return [LIST, once([...head, ...this.#lines, ''].join('\r\n'))]
  }

  /** Two files of one name are still two. */
  #name(folder: string, name: string): string {
    const [, stem = name, ending = ''] = /^(.*?)(\.[^.]*)?$/.exec(packedName(name)) ?? []
    for (let n = 1; ; n++) {
      const full = `${folder}/${stem}${n === 1 ? '' : `(${n})`}${ending}`
      if (this.#names.has(full)) continue
      this.#names.add(full)
      return full
    }
  }

  #without(folder: string, name: string, why: string): void {
    this.#lines.push(`${folder}/${name}\t未附：${why}`)
  }

  /** What its own fields name; evidence of all records has to be there before. */
  async *own(row: TableRow): AsyncGenerator<Part> {
    const { db, files, scoped } = this.#call
    const folder = folderOf(this.#entity, row)
    for (const id of filesIn(scoped.manifest.app.api.fileBase, this.#entity, row)) {
      const file = await db.selectFrom('sys_file').selectAll().where('id', '=', id).executeTakeFirst()
      const name = String(file?.['name'] ?? id)
      const held = this.#held.get(id)
      if (held !== undefined && (await this.#may(id))) {
        this.#lines.push(`${folder}/${packedName(name)}\t见 ${held}`)
        continue
      }
      const content =
        file && this.#fits(Number(file['size'])) && (await this.#may(id)) ? await files.open(id) : undefined
      if (!content) {
        this.#without(
          folder,
          name,
          file && !this.#fits(Number(file['size'])) ? '压缩包已达上限' : '文件不存在或无权查看',
        )
        continue
      }
      this.#bytes += Number(file?.['size'] ?? 0)
      const full = this.#name(folder, name)
      this.#held.set(id, full)
      this.#lines.push(`${full}\tSHA-256 ${String(file?.['sha256'] ?? '')}`)
      yield [full, content as AsyncIterable<Uint8Array>]
    }
  }

  #may(id: string): Promise<boolean> {
    return mayRead({ ...this.#call, user: signedInUser(this.#call) }, id)
  }

  #fits(size: number): boolean {
    return this.#bytes + size <= MOST_BYTES
  }

  /** Evidence that names the record, each as it is downloaded by itself, for whoever may download it. */
  async *evidence(record: TableRow): AsyncGenerator<Part> {
    const [folder, key] = [folderOf(this.#entity, record), String(record[this.#entity.key])]
    const entity = this.#call.entities().get(EVIDENCE)
    const field = entity?.fields.find(({ ref }) => ref === this.#entity.name)
    const own = entity && field && entityFor(entity, this.#call.user)
    if (!own || !this.#mayDownload()) return
    const { rows } =
      await sql<TableRow>`select * from ${sql.table(EVIDENCE)} where ${every(inScope(own, this.#call.rows))}
        and ${sql.ref(field.name)} = ${key} order by ${sql.ref(own.key)}`.execute(this.#call.db)
    for (const row of rows)
      yield* this.#fixed(`${folder}/${packedName(String(row['evidenceNo'] ?? row[own.key]))}`, String(row[own.key]))
  }

  #mayDownload(): boolean {
    try {
      othersOf(this.#call).open('evidence.download', {})
      return true
    } catch (error) {
      if (error instanceof Refusal) return false
      throw error
    }
  }

  async *#fixed(folder: string, id: string): AsyncGenerator<Part> {
    const link = await linkOf(this.#call.db, id)
    const manifest = link && manifestIn(link.manifest)
    if (!link || !manifest) return this.#without(folder, '', '证据还没有固定')
    try {
      for (const [at, [name, content]] of (await partsOf(this.#call, link, manifest)).entries()) {
        const full = this.#name(folder, name)
        // the manifest's files come first, in its order
        const file = manifest.files[at]
        if (file) this.#held.set(file.id, full)
        yield [full, content]
      }
      this.#lines.push(`${folder}\t清单 SHA-256 ${link.hash}`)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.#without(folder, '', error.message)
    }
  }
}
