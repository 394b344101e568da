import type { ThemeConfig } from 'antd/es/config-provider'
import { FONT, THEMES, type ThemeName } from './tokens.ts'

export function antdTheme(name: ThemeName): ThemeConfig {
  const t = THEMES[name]
  return {
    // one version of antd on the page: the hash in every selector would only cost style matching
    hashed: false,
    token: {
      motion: false,
      colorPrimary: t.primary, colorInfo: t.primary, colorLink: t.primary,
      colorSuccess: t.success, colorWarning: t.warning, colorError: t.error,
      colorText: t.text, colorTextSecondary: t.textWeak, colorTextPlaceholder: t.textFaint,
      colorBgBase: t.surface, colorBgContainer: t.surface, colorBgElevated: t.raised, colorBgLayout: t.canvas,
      colorBorder: t.line, colorBorderSecondary: t.lineSoft, colorSplit: t.lineSoft,
      borderRadius: 4, fontSize: 14, controlHeight: 32, fontFamily: FONT,
    },
  }
}
