import { useLayoutEffect } from 'react'
import { useApp } from '../../app/useApp.ts'
import { forceTheme } from '../../theme/look.ts'

/** Dark as long as the page is seen; what the reader has chosen holds again behind it. */
export function useDark(): void {
  const app = useApp()
  useLayoutEffect(() => forceTheme(app, 'dark'), [app])
}
