/** A number as units give it: what it is of, the unit's area, the day or month, and which one it is of them. */
export const documentNo = (prefix: string, area: string, date: string, serial: number): string =>
  `${prefix}${area.slice(0, 6)}${date.replaceAll('-', '')}${String(serial).padStart(4, '0')}`
