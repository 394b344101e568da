import { t } from '../../../i18n/t.ts'

/** Other schemes (javascript:, data:) would run in our page. */
const isWeb = (address: string): boolean => /^https?:\/\/[^\s/]+/i.test(address)

/**
 * Shows a web page in a sandboxed frame: without an origin, so that it cannot read our data or navigate the window, and
 * without a referrer. Many sites refuse to be framed, so there is a link to open them in a window.
 */
export function FrameView({ address, title }: { address: unknown; title: string }) {
  const url = String(address ?? '')
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
        <a href={url} target="_blank" rel="noopener noreferrer">
          {t('在新窗口打开')}
        </a>
      </p>
      <iframe src={url} title={title} sandbox="allow-scripts allow-forms" referrerPolicy="no-referrer" loading="lazy" />
      <p className="weak">{t('网页空白的，可能该网站不允许嵌入，请在新窗口打开。')}</p>
    </section>
  )
}
