/** What a line chart shows, as plain data: no library is known here. */
export interface Picture {
  xs: string[]
  lines: PictureLine[]
  bands: PictureBand[]
  /** lowest and highest value of the axis */
  range: [number, number]
  /** values that the axis names; as it comes when left out */
  ticks?: number[]
  unit: string
}
export interface PictureLine {
  key: string
  name: string
  /** one for each x; null where there is none */
  values: (number | null)[]
}
export interface PictureBand {
  label: string
  tone: string
  from: number
  to: number
}
