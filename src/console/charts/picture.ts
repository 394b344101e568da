/** Content of a line chart as plain data, independent of the chart library. */
export interface Picture {
  xs: string[]
  lines: PictureLine[]
  bands: PictureBand[]
  /** lowest and highest value of the axis */
  range: [number, number]
  /** tick values of the y axis; automatic when left out */
  ticks?: number[]
  unit: string
}
export interface PictureLine {
  key: string
  name: string
  /** one value for each x; null: no value */
  values: (number | null)[]
}
export interface PictureBand {
  label: string
  tone: string
  from: number
  to: number
}
