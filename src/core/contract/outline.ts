/** A region's map as it is drawn: flat, on a grid of whole numbers, so that a browser projects nothing. */
export interface Outline {
  width: number
  height: number
  parts: OutlinePart[]
  /** what of the grid is drawn apart, because it lies so far away that all else would be small */
  inset?: Box
}
export interface Box {
  x: number
  y: number
  width: number
  height: number
}
export interface OutlinePart {
  /** area code; of a line, the name of that line in the map */
  code: string
  name: string
  /** belongs to the map, and is no area: it is drawn and never coloured */
  isLine?: true
  /** SVG path */
  d: string
  /** where its name stands, and how far from there every edge of it is at least */
  x: number
  y: number
  r: number
}
