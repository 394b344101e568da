/** GB/T 17710, MOD 11,10: the last digit of a food permit's number. */
export function permitCheckDigit(digits: string): string {
  let product = 10
  for (const digit of digits) {
    const sum = (product + Number(digit)) % 10
    product = ((sum === 0 ? 10 : sum) * 2) % 11
  }
  return String((11 - product) % 10)
}

const SELLING = '1'
const CATERING = '2'

/** A food permit that nobody has: its serial begins with 9. */
export function permitNumber(county: string, serial: number, kind = CATERING): string {
  const digits = kind + county + '9' + String(serial % 100_000).padStart(5, '0')
  return `JY${digits}${permitCheckDigit(digits)}`
}

const four = (serial: number): string => `9${String(serial % 1000).padStart(3, '0')}`
/** By the kind of permit (dictionaries/permitType): numbers as authorities give them, all beginning with 9. */
const NUMBERS: Record<string, (icp: string, county: string, serial: number) => string> = {
  药品经营许可证: (icp, county, serial) => `${icp}DB${county.slice(0, 4)}9${four(serial)}`,
  第二类医疗器械经营备案: (icp, _county, serial) => `${icp}食药监械经营备2023${four(serial)}号`,
  仅销售预包装食品备案: (_icp, county, serial) => `YB1${permitNumber(county, serial, SELLING).slice(3)}`,
  食品经营许可证: (_icp, county, serial) => permitNumber(county, serial),
  出版物经营许可: (icp, county, serial) => `新出发${icp}零字第${county}${four(serial)}号`,
  增值电信业务许可: (icp, _county, serial) => `${icp}B2-2023${four(serial)}`,
}
export const permitOf = (kind: string, icp: string, county: string, serial: number): string =>
  NUMBERS[kind]?.(icp, county, serial) ?? ''
