import { useState } from 'react'
import { t } from '../../../i18n/t.ts'

/** Other schemes (javascript:, data:) would run in our page. */
const isWeb = (address: string): boolean => /^https?:\/\/[^\s/]+/i.test(address)

/**
 * Offers a web page. Most sites refuse to be framed, which no page is told of, and what the browser shows then looks
 * broken: it is opened in a window, and shown here only for who asks for it.
 */
export function FrameView({ address, title }: { address: unknown; title: string }) {
  const url = String(address ?? '')
  // of another record it is asked anew
  const [shown, setShown] = useState<string>()
  if (!isWeb(url))
    return (
      <section className="panel">
        <p className="weak">{t('没有可以显示的网址，只显示 http 和 https 的网页')}</p>
      </section>
    )
  return (
    <section className="panel frame">
      <p className="frame-bar">
        <span className="long" title={url}>
          {url}
        </span>
        {shown !== url && (
          <button type="button" className="link" onClick={() => setShown(url)}>
            {t('在这里显示')}
          </button>
        )}
        <a href={url} target="_blank" rel="noopener noreferrer">
          {t('在新窗口打开')}
        </a>
      </p>
      {shown === url && <Framed url={url} title={title} />}
      <p className="weak">{t('许多网站不允许嵌在别的页面里，在这里显示时为空白或打不开，请在新窗口打开。')}</p>
    </section>
  )
}

/** Sandboxed without an origin, so that it cannot read our data or navigate the window, and without a referrer. */
export function Framed({ url, title }: { url: string; title: string }) {
  return (
    <iframe src={url} title={title} sandbox="allow-scripts allow-forms" referrerPolicy="no-referrer" loading="lazy" />
  )
}
