import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { MapStore } from '../../files/maps.ts'
import { messageOf, StartRefusal } from '../settings/refusal.ts'

/** Maps `<code>.json` or `<code>.json.gz`. The folder is listed once: new maps need a restart. */
export async function openMapFolder(folder: string): Promise<MapStore> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw new StartRefusal(
      `不能读取地图目录 ${folder}：${messageOf(error)}。请检查 MAP_DIR。`,
      `Cannot read the map folder ${folder}: check MAP_DIR.`,
    )
  })
  const files = new Map(
    names.flatMap(name => {
      const code = /^(\d{6})\.json(\.gz)?$/.exec(name)?.[1]
      return code === undefined ? [] : [[code, name] as const]
    }),
  )
  return {
    gzipped: async code => {
      const name = files.get(code)
      if (name === undefined) return undefined
      const content = await readFile(join(folder, name))
      return name.endsWith('.gz') ? content : gzipSync(content)
    },
    fingerprint: async () => {
      const hash = createHash('sha256')
      for (const name of [...files.values()].sort()) hash.update(`${name}\0`).update(await readFile(join(folder, name)))
      return hash.digest('hex')
    },
  }
}
