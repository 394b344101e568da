import { ELSEWHERE, type Source, type SourceRow } from './source.ts'

/** [code, name, code of the parent ('' for a province), level]: 1 province, 2 city, 3 county, 4 street */
export type Row = [code: string, name: string, parent: string, level: number]
export interface Regions {
  upper: Row[]
  /** city code → its streets; also for counties directly below a province, by their first four digits */
  streets: Map<string, Row[]>
}

const pad = (code: string): string => code.padEnd(6, '0')

/** 市辖区, 县 and 直辖县级: statistical rows; their counties are moved to the province. */
const PSEUDO_CITIES: ReadonlySet<string> = new Set([
  '1101',
  '1201',
  '3101',
  '5001',
  '5002',
  '4190',
  '4290',
  '4690',
  '6590',
])
/** Cities without counties, which the source lists as their own county. */
const SINGLE: ReadonlySet<string> = new Set(['441900', '442000', '460400', '620201'])
/** Development zones that are no divisions of GB/T 2260. */
const isZone = (code: string): boolean => /^\d{4}7\d$/.test(code)
const isCounty = (code: string): boolean => !isZone(code) && !SINGLE.has(code)

export function cleanRegions(source: Source): Regions {
  const provinces = source.provinces.map(({ code, name }): Row => [pad(code), name, '', 1])
  const cities = source.cities
    .filter(({ code }) => !PSEUDO_CITIES.has(code))
    .map((row): Row => [pad(row.code), row.name, pad(row.provinceCode!), 2])
  const counties = source.counties
    .filter(({ code }) => isCounty(code))
    .map((row): Row => [row.code, row.name, pad(parentOfCounty(row)), 3])
  const elsewhere = ELSEWHERE.flatMap(([code, name, districts]): Row[] => [
    [code, name, '', 1],
    ...districts.map((district, i): Row => [String(Number(code) + i + 1), district, code, 3]),
  ])
  const byCode = (a: Row, b: Row): number => a[0].localeCompare(b[0])
  return {
    upper: [...provinces, ...cities, ...counties, ...elsewhere].sort(byCode),
    streets: streetsByCity(source.streets),
  }
}

const parentOfCounty = (row: SourceRow): string =>
  PSEUDO_CITIES.has(row.cityCode!) ? row.provinceCode! : row.cityCode!

/** Moves streets of zones, and of cities without counties, to the city. */
function streetsByCity(rows: SourceRow[]): Map<string, Row[]> {
  const files = new Map<string, Row[]>()
  for (const { code, name, areaCode, cityCode } of rows) {
    const city = pad(cityCode!)
    const parent = isCounty(areaCode!) ? areaCode! : city
    files.set(city, [...(files.get(city) ?? []), [code, name, parent, 4]])
  }
  return files
}
