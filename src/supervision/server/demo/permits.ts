/** GB/T 17710, MOD 11,10: the last digit of a food permit's number. */
export function permitCheckDigit(digits: string): string {
  let product = 10
  for (const digit of digits) {
    const sum = (product + Number(digit)) % 10
    product = ((sum === 0 ? 10 : sum) * 2) % 11
  }
  return String((11 - product) % 10)
}

const CATERING = '2'

/** A food permit that nobody has: its serial begins with 9. */
export function permitNumber(county: string, serial: number): string {
  const digits = CATERING + county + '9' + String(serial % 100_000).padStart(5, '0')
  return `JY${digits}${permitCheckDigit(digits)}`
}
