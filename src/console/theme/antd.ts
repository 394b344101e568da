import type { ThemeConfig } from 'antd/es/config-provider'
import dark from 'antd/es/theme/themes/dark'
import standard from 'antd/es/theme/themes/default'
import { FONT, tokensOf, type Look, type OwnColours } from './tokens.ts'

export function antdTheme(look: Look, own?: OwnColours): ThemeConfig {
  const t = tokensOf(look, own)
  return {
    // hashes in class names are only needed with several versions of antd, and slow down style matching
    hashed: false,
    algorithm: look.theme === 'dark' ? dark : standard,
    token: {
      motion: false,
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
      colorBorder: t.line,
      colorBorderSecondary: t.lineSoft,
      colorSplit: t.lineSoft,
      borderRadius: 4,
      fontSize: 14,
      controlHeight: look.density === 'compact' ? 28 : 32,
      fontFamily: FONT,
    },
    components: { Button: { primaryColor: t.onPrimary } },
  }
}
