import { signedInUser, type CallContext } from '../call/context.ts'
import type { TableRow } from '../db/database.ts'
import type { Entity } from '../db/tables/models.ts'
import { filesIn, mayRead } from '../attachments/register.ts'
import { once, packedName, type ZipPart } from '../files/zip.ts'
import type { BundledFile } from '../files/bundle.ts'

const LIST = '文件清单.txt'
const MOST_BYTES = 2 * 1024 ** 3

/** Folder of a record's files in the archive: its number if it has one, because people search by it. */
function folderOf({ fields, key }: Entity, row: TableRow): string {
  const number = fields.find(field => field.unique && field.name !== key && row[field.name])
  return packedName(String(row[number?.name ?? key]))
}

/**
 * Files of the exported records, each once, with a list of included and missing ones. Bundles are written first: a
 * record that refers to a file of a bundle gets a reference instead of a second copy.
 */
export class RecordFiles {
  readonly #call: CallContext
  readonly #entity: Entity
  readonly #lines: string[] = []
  readonly #names = new Set<string>()
  /** file id → its path in the archive */
  readonly #held = new Map<string, string>()
  #bytes = 0

  constructor(call: CallContext, entity: Entity) {
    this.#call = call
    this.#entity = entity
  }

  list(): ZipPart {
    const head = ['说明：带“未附”的没有放进本压缩包。', '']
    return [LIST, once([...head, ...this.#lines, ''].join('\r\n'))]
  }

  /** Makes names unique within a folder. */
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

  /** Files named in the record's own fields; must run after the bundles of all records. */
  async *own(row: TableRow): AsyncGenerator<ZipPart> {
    const { db, files, scoped } = this.#call
    const folder = folderOf(this.#entity, row)
    for (const id of filesIn(scoped.app.api.fileBase, this.#entity, row)) {
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

  /** Files that the product stores for the record, if the user may read them. */
  async *bundles(record: TableRow): AsyncGenerator<ZipPart> {
    for await (const bundle of this.#call.product.bundles(this.#call, this.#entity, record)) {
      const folder = `${folderOf(this.#entity, record)}/${packedName(bundle.folder)}`
      if ('missing' in bundle) {
        this.#without(folder, '', bundle.missing)
        continue
      }
      for (const file of bundle.files) yield this.#bundled(folder, file)
      this.#lines.push(`${folder}\t${bundle.note}`)
    }
  }

  #bundled(folder: string, { name, content, id }: BundledFile): ZipPart {
    const full = this.#name(folder, name)
    if (id !== undefined) this.#held.set(id, full)
    return [full, content]
  }
}
