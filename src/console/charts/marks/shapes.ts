import {
  symbol,
  symbolCircle,
  symbolCross,
  symbolDiamond,
  symbolSquare,
  symbolStar,
  symbolTriangle,
  symbolWye,
} from 'd3-shape'

/** A shape for each line, so that lines can be told apart without colours. */
const SHAPES = [symbolCircle, symbolSquare, symbolTriangle, symbolDiamond, symbolCross, symbolStar, symbolWye].map(
  type => symbol(type, 36)() ?? '',
)

export const shapeOf = (line: number): string => SHAPES[line % SHAPES.length] ?? ''
