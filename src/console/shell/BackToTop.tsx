import { useEffect, useState, type RefObject } from 'react'
import { useApp } from '../app/useApp.ts'
import { numberOf } from '../data/settings/constants.ts'
import { t } from '../i18n/t.ts'

/** In the footer, where it covers nothing. Appears when something has been scrolled more than 100 px (R1.07). */
export function BackToTop({ within }: { within: RefObject<HTMLElement | null> }) {
  const app = useApp()
  const [scrolled, setScrolled] = useState<HTMLElement | undefined>()
  useEffect(() => {
    const limit = numberOf(app, 'backToTop', 100)
    const watch = (event: Event) => {
      const element = event.target instanceof HTMLElement ? event.target : document.documentElement
      setScrolled(element.scrollTop > limit ? element : undefined)
    }
    const box = within.current
    box?.addEventListener('scroll', watch, { capture: true, passive: true })
    return () => box?.removeEventListener('scroll', watch, { capture: true })
  }, [app, within])
  if (!scrolled?.isConnected || scrolled.offsetParent === null) return null
  return (
    <button type="button" className="to-top" onClick={() => scrolled.scrollTo({ top: 0 })}>
      {t('回到顶部')}
    </button>
  )
}
