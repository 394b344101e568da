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
  /** stretches of x, by index, whose ground is shaded */
  spans?: PictureSpan[]
  /** x, by index → what is marked there */
  marked?: ReadonlyMap<number, PictureMarker>
}
export interface PictureSpan {
  label: string
  from: number
  to: number
}
export interface PictureMarker {
  /** what the tip says */
  text: string
  /** the row's key */
  key: string
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
