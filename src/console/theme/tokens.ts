import { contrast } from '../../core/model/own-colours.ts'
import { dark, light, type OwnColours, type ThemeName, type Tokens } from '../../core/model/palette.ts'
import { CATEGORIES, DIVERGENCE, OTHER, SEQUENCE } from './chartColours.ts'
import { EASE, ELEVATION, FONT, HEIGHT, LEVEL, MONO, MOTION, RADIUS, SIZE, SPACE, TYPE, type Density } from './scale.ts'

export type { OwnColours, ThemeName, Tokens } from '../../core/model/palette.ts'

/** For colour-blind users: blue and orange instead of red and green; shapes tell the rest (cells.css). */
export const weak: Record<ThemeName, Partial<Tokens>> = {
  light: { success: '#0b6e8f', processing: '#4a5c7a', warning: '#8a6100', error: '#b34700' },
  dark: { success: '#58b9da', processing: '#a9b7cf', warning: '#e3c15a', error: '#ff9a5c' },
}

const THEMES: Record<ThemeName, Tokens> = { light, dark }

export interface Look {
  theme: ThemeName
  density: Density
  weak: boolean
}
/** `own`: the customer's colours in the place of ours. */
export const tokensOf = ({ theme, weak: isWeak }: Pick<Look, 'theme' | 'weak'>, own?: OwnColours): Tokens => ({
  ...THEMES[theme],
  ...own?.[theme],
  ...(isWeak ? weak[theme] : {}),
})

/** What is the same in both themes: paper and its ink, what covers the page, edges on a dark ground. */
export const FIXED = {
  ink: '#000000',
  'ink-weak': '#444444',
  paper: '#ffffff',
  'paper-soft': '#f4f4f4',
  'paper-line': '#999999',
  desk: '#5f6670',
  scrim: 'rgb(10 20 36 / 35%)',
  night: 'rgb(8 12 20 / 94%)',
  'on-night': '#ffffff',
  veil: 'rgb(255 255 255 / 14%)',
  'veil-line': 'rgb(255 255 255 / 28%)',
  'header-busy': '#8fc1ff',
  watermark: '#808080',
} as const

type Variables = Record<string, string>
const each = <T>(values: Record<string, T>, write: (value: T) => string): Variables =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, write(value)]))
const px = (length: number): string => `${length}px`
const dashed = (name: string): string => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

/** Letters on a coloured cell: the dark or the light ones, whichever are read better. */
export const lettersOn = (ground: string): string =>
  contrast(light.text, ground) > contrast(light.onPrimary, ground) ? light.text : light.onPrimary

const numbered = (name: string, colours: readonly string[]): Variables =>
  Object.fromEntries(colours.map((colour, i) => [`${name}-${i + 1}`, colour]))
/** Grounds of cells, and what letters have on each. */
export const cells = (name: string, colours: readonly string[]): Variables => ({
  ...numbered(name, colours),
  ...numbered(`on-${name}`, colours.map(lettersOn)),
})

/** Every CSS variable, by its name without the dashes: the one table that sheets, antd and charts draw with. */
export function variablesOf(look: Look, own?: OwnColours): Variables {
  const { theme, density } = look
  return {
    ...each(TYPE, px),
    ...each(SPACE, px),
    ...each(RADIUS, px),
    ...each(SIZE, px),
    ...Object.fromEntries(Object.entries(HEIGHT).map(([name, by]) => [`h-${name}`, px(by[density])])),
    ...each(MOTION, time => `${time}ms`),
    ease: EASE,
    ...each(LEVEL, String),
    ...ELEVATION[theme],
    font: FONT,
    mono: MONO,
    ...FIXED,
    ...Object.fromEntries(Object.entries(tokensOf(look, own)).map(([name, colour]) => [dashed(name), colour])),
    ...numbered('chart', CATEGORIES[theme]),
    'chart-other': OTHER[theme],
    ...cells('step', SEQUENCE[theme]),
    ...cells('div', DIVERGENCE[theme]),
  }
}

export function applyLook(look: Look, own?: OwnColours): void {
  const root = document.documentElement
  for (const [name, value] of Object.entries(variablesOf(look, own))) root.style.setProperty(`--${name}`, value)
  root.style.colorScheme = look.theme
  root.dataset.theme = look.theme
  root.dataset.density = look.density
  root.dataset.weak = String(look.weak)
}
