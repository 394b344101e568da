/** The colours of the console: CSS uses them as variables, antd as its theme. */
export interface Tokens {
  /** links, what is chosen, edges of what has the focus */
  primary: string
  primaryHover: string
  primarySoft: string
  /** ground of white letters: the main button, a chosen day */
  primaryFill: string
  primaryFillHover: string
  text: string
  textWeak: string
  textFaint: string
  surface: string
  canvas: string
  raised: string
  /** edge of what is typed into or pressed: 3 to 1 on its ground */
  control: string
  line: string
  lineSoft: string
  hover: string
  success: string
  warning: string
  error: string
  processing: string
  /** a tag's ground, and the letters on it */
  errorSoft: string
  errorInk: string
  warningSoft: string
  warningInk: string
  successSoft: string
  successInk: string
  infoSoft: string
  infoInk: string
  neutralSoft: string
  neutralInk: string
  /** behind words that were searched for */
  found: string
  /** letters on primaryFill */
  onPrimary: string
  /** grounds of white numbers */
  badge: string
  badgeSoft: string
  onBadge: string
  header: string
  headerText: string
}

export const light: Tokens = {
  primary: '#1659c7',
  primaryHover: '#2b69d0',
  primarySoft: '#e9f1fd',
  primaryFill: '#1659c7',
  primaryFillHover: '#2b69d0',
  text: '#1b2330',
  textWeak: '#525c6b',
  // darker than on white alone, for it stands on the canvas and on chosen rows too
  textFaint: '#636c7a',
  surface: '#ffffff',
  canvas: '#f3f5f8',
  raised: '#ffffff',
  control: '#838d9c',
  line: '#d5dbe4',
  lineSoft: '#e6eaf0',
  hover: '#f5f8fd',
  success: '#16713c',
  warning: '#9a5600',
  error: '#c02a2a',
  processing: '#1659c7',
  errorSoft: '#fdecec',
  errorInk: '#a81f1f',
  warningSoft: '#fff4e0',
  warningInk: '#8a4b00',
  successSoft: '#e6f5ec',
  successInk: '#12602f',
  infoSoft: '#e9f1fd',
  infoInk: '#124ba8',
  neutralSoft: '#eef1f5',
  neutralInk: '#525c6b',
  found: '#fbe7b0',
  onPrimary: '#ffffff',
  badge: '#c02a2a',
  badgeSoft: '#9a5600',
  onBadge: '#ffffff',
  header: '#12386f',
  headerText: '#ffffff',
}

export const dark: Tokens = {
  primary: '#7fb0f8',
  primaryHover: '#9cc2fa',
  primarySoft: '#1d2f4d',
  primaryFill: '#2f6fd8',
  primaryFillHover: '#2866cb',
  text: '#e6eaf1',
  textWeak: '#aab3c1',
  textFaint: '#929dac',
  surface: '#171d27',
  canvas: '#12161d',
  raised: '#1f2733',
  control: '#6c7786',
  line: '#384150',
  lineSoft: '#2a313d',
  hover: '#222b39',
  success: '#5cc98c',
  warning: '#e8ac56',
  error: '#f28080',
  processing: '#7fb0f8',
  errorSoft: '#44232a',
  errorInk: '#f6a3a3',
  warningSoft: '#3d2f1a',
  warningInk: '#f0c27e',
  successSoft: '#1b3a2a',
  successInk: '#8bdcae',
  infoSoft: '#1d2f4d',
  infoInk: '#a9cbfb',
  neutralSoft: '#2a313d',
  neutralInk: '#b8c0cc',
  found: '#5a4a1f',
  onPrimary: '#ffffff',
  badge: '#c0392f',
  badgeSoft: '#9a5600',
  onBadge: '#ffffff',
  header: '#161c26',
  headerText: '#e6eaf1',
}

export type ThemeName = 'light' | 'dark'
/** Tokens that a customer's colours replace, in both themes. */
export type OwnColours = Record<ThemeName, Partial<Tokens>>
