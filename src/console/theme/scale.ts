import type { ThemeName } from '../../core/model/palette.ts'

export type Density = 'default' | 'compact'

/** What is the same in every theme, by the name of its CSS variable; lengths in CSS pixels. */
export const TYPE = {
  'fs-12': 12,
  'fs-14': 14,
  'fs-16': 16,
  'fs-20': 20,
  'fs-24': 24,
  'fs-28': 28,
  'fs-32': 32,
  'fs-48': 48,
  'lh-12': 20,
  'lh-14': 22,
  'lh-16': 24,
  'lh-20': 28,
  'lh-24': 30,
  'lh-28': 36,
  'lh-32': 38,
  'lh-48': 52,
} as const

export const SPACE = {
  'sp-1': 4,
  'sp-2': 8,
  'sp-3': 12,
  'sp-4': 16,
  'sp-5': 20,
  'sp-6': 24,
  'sp-7': 32,
  'sp-8': 48,
} as const

export const RADIUS = { 'r-s': 3, 'r-m': 4, 'r-l': 6 } as const

/** Heights of what stands in a line, by density. */
export const HEIGHT = {
  control: { default: 32, compact: 28 },
  small: { default: 28, compact: 24 },
  row: { default: 36, compact: 30 },
  item: { default: 36, compact: 32 },
  bar: { default: 40, compact: 36 },
  two: { default: 44, compact: 38 },
} as const satisfies Record<string, Record<Density, number>>

/** What has one size wherever it stands: pictures, marks, layers that lie over the page. */
export const SIZE = {
  'h-head': 36,
  'h-header': 48,
  'h-lane': 44,
  hit: 24,
  icon: 16,
  arrow: 6,
  dot: 8,
  stroke: 1.5,
  'w-menu-folded': 56,
  'w-key': 14,
  'h-key': 10,
  'w-label': 124,
  'w-measure': 640,
  'w-form': 824,
  'w-field': 360,
  'w-picture': 160,
  'h-picture': 100,
  'w-code': 132,
  'w-panel': 320,
  'w-dialog-s': 416,
  'w-dialog-m': 560,
  'w-dialog-l': 760,
  'w-dialog-xl': 1080,
  'w-drawer': 480,
  'w-page': 960,
} as const

/** Milliseconds. */
export const MOTION = { 'm-1': 100, 'm-2': 150, 'm-late': 200, 'm-flow': 3000, 'm-wait': 8000 } as const

/** What lies over what: 1 to 4 within a part of a page, the others over the page. */
export const LEVEL = {
  'z-1': 1,
  'z-2': 2,
  'z-3': 3,
  'z-4': 4,
  'z-peek': 20,
  'z-screen': 500,
  'z-side': 1040,
  'z-popup': 1050,
  'z-tip': 1100,
  'z-watermark': 1900,
  'z-progress': 2000,
  'z-notice': 3000,
  'z-zoom': 20_001,
} as const

/** Shadows of what floats, from popups to dialogs; in the dark, where none is seen, a line. */
export const ELEVATION: Record<ThemeName, Record<'e-1' | 'e-2' | 'e-3', string>> = {
  light: {
    'e-1': '0 0 0 1px #e6eaf0, 0 2px 8px rgb(16 32 64 / 12%)',
    'e-2': '0 8px 24px rgb(16 32 64 / 18%)',
    'e-3': '0 16px 48px rgb(16 32 64 / 24%)',
  },
  dark: { 'e-1': '0 0 0 1px #384150', 'e-2': '0 0 0 1px #384150', 'e-3': '0 0 0 1px #384150' },
}

/** Below this width of the window the menu lies over the page. */
export const NARROW = 768
/** Widths of the window at which pages change; media queries cannot read variables, the lint holds them to these. */
export const BREAKPOINTS = [480, 700, NARROW, 900, 1000, 1200, 1440, 1500, 1600, 1800] as const

export const FONT = '"PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "WenQuanYi Micro Hei", sans-serif'
export const MONO = 'ui-monospace, Consolas, monospace'
export const EASE = 'cubic-bezier(0.2, 0, 0, 1)'
