import type { Database, TableRow } from '../../../server/db/database.ts'
import { fileAddress } from '../../../server/attachments/register.ts'
import type { FileStore } from '../../../server/files/store.ts'
import { storeFiles } from '../evidence/fix.ts'
import { chinaTime } from '../../../server/db/time.ts'
import type { DemoEvidence } from './documents.ts'

interface Picture {
  id: string
  url: string
  size: number
  sha256: string
}

/** Records of an entity that show pictures in a field. */
export interface Showing {
  entity: string
  key: string
  field: string
  rows: readonly TableRow[]
}

const NAME = 'page.png'
/** So many clues show one file: who may read it is asked of each of them. */
const SHARED_BY = 12

/** Pictures of the pages that clues were found on: what a clue shows as evidence without a deposit of its own. */
export class Pictures {
  readonly #byProduct: ReadonlyMap<string, readonly Picture[]>
  readonly #shown = new Map<string, Map<string, string>>()

  readonly #files: FileStore | undefined

  private constructor(byProduct: ReadonlyMap<string, readonly Picture[]>, files: FileStore | undefined) {
    this.#byProduct = byProduct
    this.#files = files
  }

  /** Stores as many copies of each page as so many clues need. */
  static async stored(
    captured: { evidence: DemoEvidence; files: FileStore } | undefined,
    clues: number,
    base: string,
  ): Promise<Pictures> {
    const byProduct = new Map<string, Picture[]>()
    for (const { page, photographs } of captured?.evidence.pages ?? []) {
      const copies = Array.from({ length: Math.ceil(clues / SHARED_BY) }, () => ({
        name: NAME,
        content: photographs.png,
      }))
      const files = captured ? await storeFiles(captured.files, { files: copies }) : []
      byProduct.set(
        page.for,
        files.map(({ id, name, size, sha256 }) => ({ id, url: fileAddress(base, id, name), size, sha256 })),
      )
    }
    return new Pictures(byProduct, captured?.files)
  }

  of(product: string | undefined, nth: number): string | undefined {
    const all = this.#byProduct.get(product ?? '') ?? []
    return all[nth % Math.max(1, all.length)]?.url
  }

  /** Enters the files that records show in `field`, with who shows them, and deletes those that none shows. */
  async enter(tx: Database, showing: readonly Showing[], now: number): Promise<void> {
    const pictures = new Map([...this.#byProduct.values()].flat().map(one => [one.url, one]))
    for (const { entity, key, field, rows } of showing) {
      for (const row of rows) {
        const picture = pictures.get(String(row[field] ?? ''))
        if (!picture) continue
        const shown = this.#shown.get(picture.id) ?? new Map<string, string>()
        this.#shown.set(picture.id, shown.set(String(row[key]), entity))
      }
    }
    for (const { id, size, sha256 } of pictures.values()) {
      const by = [...(this.#shown.get(id) ?? [])]
      if (by.length === 0) {
        await this.#files?.remove(id)
        continue
      }
      const file = { id, userId: 'system', name: NAME, type: 'image/png', size, sha256, createTime: chinaTime(now) }
      await tx.insertInto('sys_file').values(file).execute()
      await tx
        .insertInto('sys_file_use')
        .values(by.map(([objectId, entity]) => ({ fileId: id, entity, objectId })))
        .execute()
    }
  }
}
