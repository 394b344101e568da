import type { PictureModule, PictureName } from './model/props.ts'

export type { PictureModule, PictureName, PictureProps } from './model/props.ts'

/** Every picture, each fetched when the first one of its kind is drawn. */
export const PICTURES: Partial<Record<PictureName, () => Promise<PictureModule>>> = {
  kpi: async () => (await import('./kinds/kpi.tsx')).kpi,
  bar: async () => (await import('./kinds/bar.tsx')).bar,
  line: async () => (await import('./kinds/line.tsx')).line,
}
