/** The only place with colours and sizes: CSS uses them as variables, antd as its theme. */
export interface Tokens {
  primary: string
  primaryHover: string
  primarySoft: string
  text: string
  textWeak: string
  textFaint: string
  surface: string
  canvas: string
  raised: string
  line: string
  lineSoft: string
  hover: string
  success: string
  warning: string
  error: string
  processing: string
  /** text on a primary button */
  onPrimary: string
  /** background of white numbers */
  badge: string
  badgeSoft: string
  header: string
  headerText: string
}

export const light: Tokens = {
  primary: '#1659c7',
  primaryHover: '#2b69d0',
  primarySoft: '#eaf1fc',
  text: '#1f2733',
  textWeak: '#5a6473',
  textFaint: '#636c78',
  surface: '#ffffff',
  canvas: '#f3f5f8',
  raised: '#ffffff',
  line: '#d9dee6',
  lineSoft: '#eaedf2',
  hover: '#f5f8fd',
  success: '#1a7a42',
  warning: '#a35c00',
  error: '#c62f2f',
  processing: '#1659c7',
  onPrimary: '#ffffff',
  badge: '#c62f2f',
  badgeSoft: '#a15c00',
  header: '#12386f',
  headerText: '#ffffff',
}

export const dark: Tokens = {
  primary: '#6ea3f5',
  primaryHover: '#8db7f8',
  primarySoft: '#1d2f4d',
  text: '#e3e7ee',
  textWeak: '#a4adbb',
  textFaint: '#8f99a8',
  surface: '#1b2029',
  canvas: '#12161d',
  raised: '#232a35',
  line: '#384150',
  lineSoft: '#2a313d',
  hover: '#222b39',
  success: '#4fbf7f',
  warning: '#e0a04a',
  error: '#ee7272',
  processing: '#6ea3f5',
  onPrimary: '#10151d',
  badge: '#c0392f',
  badgeSoft: '#a15c00',
  header: '#161c26',
  headerText: '#e3e7ee',
}

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
export type ThemeName = 'light' | 'dark'
export type Density = 'default' | 'compact'
export const THEMES: Record<ThemeName, Tokens> = { light, dark }

export interface Look {
  theme: ThemeName
  density: Density
  weak: boolean
}
export const tokensOf = ({ theme, weak: isWeak }: Pick<Look, 'theme' | 'weak'>): Tokens => ({
  ...THEMES[theme],
  ...(isWeak ? weak[theme] : {}),
})

const variable = (name: string) => `--${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`

export function applyLook(look: Look): void {
  const root = document.documentElement
  for (const [key, value] of Object.entries(tokensOf(look))) root.style.setProperty(variable(key), value)
  for (const [i, value] of CHART[look.theme].entries()) root.style.setProperty(`--chart-${i + 1}`, value)
  for (const [i, value] of STEP_COLOURS[look.theme].entries()) root.style.setProperty(`--step-${i + 1}`, value)
  root.style.setProperty('--font', FONT)
  root.style.colorScheme = look.theme
  root.dataset.theme = look.theme
  root.dataset.density = look.density
  root.dataset.weak = String(look.weak)
}
