/** Moves the decimal point by text: 1.005 × 100 is 100.49999999999999 as a product. */
export function shifted(value: number, places: number): number {
  const [digits = '0', power = '0'] = String(value).split('e')
  return Number(`${digits}e${Number(power) + places}`)
}

/** 四舍五入: a half goes away from zero, as staff check it by hand. */
export function rounded(value: number, digits: number): number {
  const size = shifted(Math.round(shifted(Math.abs(value), digits)), -digits)
  return value < 0 && size !== 0 ? -size : size
}
