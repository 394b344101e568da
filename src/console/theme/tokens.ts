/** The only place with colours and measures. CSS reads them as variables, antd as its theme. */
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
  header: string
  headerText: string
}

export const light: Tokens = {
  primary: '#1659c7',
  primaryHover: '#2f6fd8',
  primarySoft: '#eaf1fc',
  text: '#1f2733',
  textWeak: '#5a6473',
  textFaint: '#8a93a1',
  surface: '#ffffff',
  canvas: '#f3f5f8',
  raised: '#ffffff',
  line: '#d9dee6',
  lineSoft: '#eaedf2',
  hover: '#f5f8fd',
  success: '#1f8a4c',
  warning: '#b96a00',
  error: '#c62f2f',
  processing: '#1659c7',
  header: '#12386f',
  headerText: '#ffffff',
}

export const dark: Tokens = {
  primary: '#6ea3f5',
  primaryHover: '#8db7f8',
  primarySoft: '#1d2f4d',
  text: '#e3e7ee',
  textWeak: '#a4adbb',
  textFaint: '#7b8593',
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
  header: '#161c26',
  headerText: '#e3e7ee',
}

export const FONT = '"PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "WenQuanYi Micro Hei", sans-serif'
export type ThemeName = 'light' | 'dark'
export const THEMES: Record<ThemeName, Tokens> = { light, dark }

const variable = (name: string) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

export function applyTheme(name: ThemeName): void {
  const root = document.documentElement
  for (const [key, value] of Object.entries(THEMES[name])) root.style.setProperty(variable(key), value)
  root.style.setProperty('--font', FONT)
  root.dataset.theme = name
}
