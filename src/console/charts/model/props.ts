import type { ComponentType } from 'react'
import type { DictionaryEntries } from '../../../core/contract/configuration.ts'
import type { DimensionFacts, FigureRow, Figures, MeasureFacts } from '../../../core/contract/statistics.ts'

/** The closed set of pictures; what each draws says `pictures.ts`. */
export type PictureName =
  | 'kpi'
  | 'line'
  | 'bar'
  | 'pie'
  | 'rose'
  | 'rank'
  | 'heat'
  | 'funnel'
  | 'ring'
  | 'cloud'
  | 'pivot'
  | 'map'
  | 'markdown'
  | 'image'
  | 'iframe'
  | 'tree'

export interface PictureProps {
  figures: Figures
  measures: MeasureFacts[]
  dimensions: DimensionFacts[]
  /** entries of a dictionary, which give labels and tones */
  entries: (dict: string) => DictionaryEntries | undefined
  /** size in pixels of the box that the frame has reserved; a picture never changes it, so that nothing jumps */
  width: number
  height: number
  /** set while the page is printed: the width of a sheet, within which all has to be, since nobody scrolls it */
  paper?: number
  /** hangs on a wall: read from afar, and by who cannot point at it */
  onWall?: true
  /** words of the YAML that this picture alone knows */
  options: Record<string, unknown>
  /** opens the list behind a number; called only where `listOf` finds one */
  onOpen: (row: FigureRow, measure: string) => void
  /** of a cross table: what its last column and its last line show, each counted by a question of its own */
  around?: { rows?: Figures; columns?: Figures }
  /** the figures go back so many periods, as the YAML says it: a key figure is then the last of them, not all */
  last?: number
  /** the area that is looked at, and the way into one of its parts */
  area?: string
  /** the figures are still those of another area, as its own have not come */
  late?: boolean
  onDrill?: (areaCode: string) => void
}

export interface PictureModule {
  Picture: ComponentType<PictureProps>
  /** The picture in one sentence, for those who do not see it. */
  sentence: (props: PictureProps) => string
}
