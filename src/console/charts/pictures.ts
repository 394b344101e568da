import type { PictureModule, PictureName } from './model/props.ts'

export type { PictureModule, PictureName, PictureProps } from './model/props.ts'

/** Every picture, each fetched when the first one of its kind is drawn. */
export const PICTURES: Record<PictureName, () => Promise<PictureModule>> = {
  kpi: async () => (await import('./kinds/kpi.tsx')).kpi,
  bar: async () => (await import('./kinds/bar.tsx')).bar,
  line: async () => (await import('./kinds/line.tsx')).line,
  pie: async () => (await import('./kinds/round.tsx')).pie,
  rose: async () => (await import('./kinds/round.tsx')).rose,
  rank: async () => (await import('./kinds/rank.tsx')).rank,
  funnel: async () => (await import('./kinds/funnel.tsx')).funnel,
  ring: async () => (await import('./kinds/ring.tsx')).ring,
  pivot: async () => (await import('./kinds/pivot.tsx')).pivot,
  cloud: async () => (await import('./kinds/cloud.tsx')).cloud,
  map: async () => (await import('./kinds/map.tsx')).map,
  tree: async () => (await import('./kinds/tree.tsx')).tree,
  markdown: async () => (await import('./kinds/given.tsx')).markdown,
  image: async () => (await import('./kinds/given.tsx')).image,
  iframe: async () => (await import('./kinds/given.tsx')).iframe,
  heat: async () => (await import('./kinds/heat.tsx')).heat,
}
