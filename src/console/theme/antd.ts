import type { ThemeConfig } from 'antd/es/config-provider'
import dark from 'antd/es/theme/themes/dark'
import standard from 'antd/es/theme/themes/default'
import { ELEVATION, FONT, HEIGHT, LEVEL, RADIUS, TYPE } from './scale.ts'
import { FIXED, tokensOf, type Look, type OwnColours, type Tokens } from './tokens.ts'

/** Type, sizes, corners and what lies over what: the same in every theme. */
const SCALE = {
  motion: false,
  borderRadius: RADIUS['r-m'],
  borderRadiusLG: RADIUS['r-l'],
  borderRadiusSM: RADIUS['r-m'],
  borderRadiusXS: RADIUS['r-s'],
  fontSize: TYPE['fs-14'],
  fontSizeSM: TYPE['fs-12'],
  fontSizeLG: TYPE['fs-16'],
  fontFamily: FONT,
  zIndexPopupBase: LEVEL['z-popup'] - 50,
} satisfies ThemeConfig['token']

const coloursOf = (t: Tokens): ThemeConfig['token'] => ({
  colorPrimary: t.primary,
  colorInfo: t.primary,
  colorLink: t.primary,
  colorSuccess: t.success,
  colorWarning: t.warning,
  colorError: t.error,
  colorText: t.text,
  colorTextSecondary: t.textWeak,
  colorTextPlaceholder: t.textFaint,
  colorTextTertiary: t.textFaint,
  colorTextDescription: t.textWeak,
  colorBgBase: t.surface,
  colorBgContainer: t.surface,
  colorBgElevated: t.raised,
  colorBgLayout: t.canvas,
  colorBgMask: FIXED.scrim,
  colorBorder: t.control,
  colorBorderSecondary: t.lineSoft,
  colorSplit: t.lineSoft,
})

/** What is filled with the main colour and has white letters. */
const filled = (t: Tokens) => ({
  colorPrimary: t.primaryFill,
  colorPrimaryHover: t.primaryFillHover,
  colorPrimaryActive: t.primaryFillHover,
  colorTextLightSolid: t.onPrimary,
})

export function antdTheme(look: Look, own?: OwnColours): ThemeConfig {
  const t = tokensOf(look, own)
  const shadows = ELEVATION[look.theme]
  return {
    // hashes in class names are only needed with several versions of antd, and slow down style matching
    hashed: false,
    algorithm: look.theme === 'dark' ? dark : standard,
    token: {
      ...SCALE,
      ...coloursOf(t),
      boxShadow: shadows['e-3'],
      boxShadowSecondary: shadows['e-1'],
      controlHeight: HEIGHT.control[look.density],
    },
    components: {
      Button: { ...filled(t), primaryColor: t.onPrimary, defaultBorderColor: t.line },
      DatePicker: filled(t),
    },
  }
}
