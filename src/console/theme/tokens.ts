import { dark, light, type OwnColours, type ThemeName, type Tokens } from '../../core/model/palette.ts'

export type { OwnColours, ThemeName, Tokens } from '../../core/model/palette.ts'

/** For colour-blind users: blue and orange instead of red and green; shapes tell the rest (console.css). */
export const weak: Record<ThemeName, Partial<Tokens>> = {
  light: { success: '#0b6e8f', processing: '#4a5c7a', warning: '#8a6100', error: '#b34700' },
  dark: { success: '#58b9da', processing: '#a9b7cf', warning: '#e3c15a', error: '#ff9a5c' },
}

/** Eight colours for charts that colour-blind people can tell apart. */
export const CHART: Record<ThemeName, string[]> = {
  light: ['#1659c7', '#e08a00', '#0b8a8a', '#a8408c', '#6b7f00', '#c4512d', '#5b6bb5', '#7a5a3a'],
  dark: ['#6ea3f5', '#f0b04a', '#4cc3c0', '#e08ac8', '#b4c552', '#f08a68', '#a5b0ee', '#c9a582'],
}

/** One hue from few to many, for heat tables and maps; letters on the first three are dark, on the others light. */
export const STEP_COLOURS: Record<ThemeName, string[]> = {
  light: ['#e3edfc', '#b9d1f6', '#86aeec', '#3a74d0', '#0f479f'],
  dark: ['#1f3352', '#29466f', '#365c93', '#5f95e6', '#9cc2fb'],
}

export const FONT = '"PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "WenQuanYi Micro Hei", sans-serif'
export type Density = 'default' | 'compact'
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

const variable = (name: string) => `--${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`

export function applyLook(look: Look, own?: OwnColours): void {
  const root = document.documentElement
  for (const [key, value] of Object.entries(tokensOf(look, own))) root.style.setProperty(variable(key), value)
  for (const [i, value] of CHART[look.theme].entries()) root.style.setProperty(`--chart-${i + 1}`, value)
  for (const [i, value] of STEP_COLOURS[look.theme].entries()) root.style.setProperty(`--step-${i + 1}`, value)
  root.style.setProperty('--font', FONT)
  root.style.colorScheme = look.theme
  root.dataset.theme = look.theme
  root.dataset.density = look.density
  root.dataset.weak = String(look.weak)
}
