import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Regions, type RegionRow } from '../../access/regions.ts'

const rowsOf = async (file: string): Promise<RegionRow[]> => JSON.parse(await readFile(file, 'utf8')) as RegionRow[]

/**
 * A configuration folder may contain its own areas (of another country, for instance); otherwise the built-in ones
 * apply.
 */
export function regionFolder(configDir: string, root: string): string {
  const own = join(configDir, 'data-regions')
  return existsSync(join(own, 'regions.json')) ? own : join(root, 'data-regions')
}

/** Reads data-regions/: three levels in one file, towns in one file for each city. */
export async function readRegions(folder: string): Promise<Regions> {
  const streets = join(folder, 'streets')
  const files = [
    join(folder, 'regions.json'),
    ...(await readdir(streets).catch(() => [] as string[]))
      .filter(name => name.endsWith('.json'))
      .sort()
      .map(name => join(streets, name)),
  ]
  return new Regions((await Promise.all(files.map(rowsOf))).flat())
}
