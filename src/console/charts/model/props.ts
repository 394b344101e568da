import type { ComponentType } from 'react'
import type { DictionaryEntries } from '../../../core/contract/configuration.ts'
import type { DimensionFacts, FigureRow, Figures, MeasureFacts } from '../../../core/contract/statistics.ts'

/** The closed set of pictures; what each draws says `pictures.ts`. */
export type PictureName =
  | 'kpi'
  | 'line'
  | 'bar'
  | 'pie'
  | 'donut'
  | 'rose'
  | 'rank'
  | 'heat'
  | 'funnel'
  | 'ring'
  | 'cloud'
  | 'timeline'
  | 'rolling'
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
  /** words of the YAML that this picture alone knows */
  options: Record<string, unknown>
  /** opens the list behind a number; called only where `listOf` finds one */
  onOpen: (row: FigureRow, measure: string) => void
  /** the area that is looked at, and the way into one of its parts */
  area?: string
  onDrill?: (areaCode: string) => void
}

export interface PictureModule {
  Picture: ComponentType<PictureProps>
  /** The picture in one sentence, for those who do not see it. */
  sentence: (props: PictureProps) => string
}
