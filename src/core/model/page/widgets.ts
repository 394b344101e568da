/** What a widget takes; its drawing is the console's. */
export interface WidgetKind {
  /** least and most measures, and dimensions; none where it draws no statistic */
  measures: readonly [number, number]
  by: readonly [number, number]
  /** kinds of dimension that the first one may have; any when left out */
  first?: readonly ('time' | 'area' | 'band' | 'dict' | 'flag' | 'ref' | 'text')[]
  /** its own words in YAML: name → what they hold */
  options: Readonly<Record<string, 'flag' | 'count' | 'text' | 'measure' | 'names' | 'map'>>
  /** options without which there is nothing to draw, or nothing to read out */
  needs?: readonly string[]
  /** an option that is an address: of our own server, or also of the sites that app.yaml allows in frames */
  address?: { option: string; of: 'own' | 'frames' }
  /** it draws rows of a list page */
  list?: true
  /** columns of twelve and rows that it has where YAML says nothing */
  size: readonly [width: number, height: number]
}

const NONE = [0, 0] as const

/** The widgets that a dashboard may name. */
export const WIDGETS = {
  kpi: { measures: [1, 3], by: [0, 1], first: ['time'], options: { counting: 'flag' }, size: [2, 2] },
  line: { measures: [1, 6], by: [1, 2], options: { area: 'flag' }, size: [6, 5] },
  bar: { measures: [1, 6], by: [1, 2], options: { stacked: 'flag', horizontal: 'flag' }, size: [6, 5] },
  pie: { measures: [1, 1], by: [1, 1], options: { donut: 'flag' }, size: [4, 5] },
  rose: { measures: [1, 1], by: [1, 1], options: {}, size: [4, 5] },
  rank: { measures: [1, 3], by: [1, 1], options: {}, size: [4, 5] },
  heat: { measures: [1, 1], by: [2, 2], options: {}, size: [6, 6] },
  funnel: { measures: [2, 8], by: NONE, options: {}, size: [4, 5] },
  ring: { measures: [1, 6], by: NONE, options: {}, size: [3, 4] },
  cloud: { measures: [1, 1], by: [1, 1], options: {}, size: [4, 5] },
  pivot: { measures: [1, 20], by: [1, 3], options: { columns: 'names' }, size: [12, 8] },
  map: { measures: [1, 4], by: [1, 1], first: ['area'], options: { flow: 'measure' }, size: [6, 8] },
  rows: {
    measures: NONE,
    by: NONE,
    options: { rolling: 'flag', rows: 'count', sort: 'text', columns: 'names' },
    list: true,
    size: [4, 5],
  },
  cards: {
    measures: NONE,
    by: NONE,
    options: { rows: 'count', sort: 'text', ring: 'text', facts: 'names' },
    list: true,
    size: [12, 6],
  },
  timeline: { measures: NONE, by: NONE, options: { rows: 'count', sort: 'text' }, list: true, size: [4, 5] },
  calendar: { measures: NONE, by: NONE, options: { lunar: 'flag', festivals: 'flag' }, size: [3, 8] },
  worklist: { measures: NONE, by: NONE, options: { rows: 'count' }, size: [8, 14] },
  heading: { measures: NONE, by: NONE, options: {}, size: [12, 1] },
  markdown: { measures: NONE, by: NONE, options: { text: 'text' }, needs: ['text'], size: [4, 3] },
  image: {
    measures: NONE,
    by: NONE,
    options: { src: 'text', alt: 'text' },
    needs: ['src', 'alt'],
    address: { option: 'src', of: 'own' },
    size: [4, 4],
  },
  iframe: {
    measures: NONE,
    by: NONE,
    options: { src: 'text' },
    needs: ['src'],
    address: { option: 'src', of: 'frames' },
    size: [6, 6],
  },
  tree: { measures: [1, 1], by: [1, 3], options: {}, size: [4, 6] },
} as const satisfies Record<string, WidgetKind>
export type WidgetName = keyof typeof WIDGETS
export const WIDGET_NAMES = Object.keys(WIDGETS) as WidgetName[]
