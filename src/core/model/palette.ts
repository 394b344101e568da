/** The colours of the console: CSS uses them as variables, antd as its theme. */
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

export type ThemeName = 'light' | 'dark'
/** Tokens that a customer's colours replace, in both themes. */
export type OwnColours = Record<ThemeName, Partial<Tokens>>
