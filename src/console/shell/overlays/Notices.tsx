import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useApp } from '../../app/useApp.ts'
import { t } from '../../i18n/t.ts'
import { shownNotices, type ShownNotice } from './feedback.ts'
import './overlays.css'

/** seconds that a notice stays, unless it says otherwise */
const SHORT = 3

/** Browsers that know no top layer for it would say so of the attribute. */
const IN_TOP_LAYER = 'showPopover' in HTMLElement.prototype ? ({ popover: 'manual' } as const) : {}

/** What has just happened, at the top of the page. */
export function Notices() {
  const store = shownNotices(useApp())
  const list = useSyncExternalStore(store.subscribe, store.get)
  const box = useRef<HTMLDivElement>(null)
  // in the browser's top layer the last to come is above an open dialog
  useLayoutEffect(() => {
    box.current?.hidePopover?.()
    if (list.length > 0) box.current?.showPopover?.()
  }, [list])
  return (
    <div ref={box} className="notices" {...IN_TOP_LAYER} aria-live="polite" hidden={list.length === 0}>
      {list.map(notice => (
        <NoticeView
          key={notice.id}
          notice={notice}
          onClose={() => store.set(store.get().filter(({ id }) => id !== notice.id))}
        />
      ))}
    </div>
  )
}

function NoticeView({ notice, onClose }: { notice: ShownNotice; onClose: () => void }) {
  const { level, text, again, undo, offer, goesOn, seconds = SHORT } = notice
  const [held, setHeld] = useState(false)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    if (held || again || offer) return
    const timer = setTimeout(() => close.current(), seconds * 1000)
    return () => clearTimeout(timer)
  }, [held, again, offer, seconds])
  return (
    <div className={`told ${level}`} onPointerEnter={() => setHeld(true)} onPointerLeave={() => setHeld(false)}>
      <i aria-hidden="true" />
      <span className="notice">{text}</span>
      {again && <Then word={t('重试')} act={again} onClose={onClose} />}
      {undo && <Then word={goesOn ? t('继续撤销') : t('撤销操作')} act={undo} onClose={onClose} />}
      {offer && <Then word={offer.word} act={offer.take} onClose={onClose} />}
      {(again ?? undo ?? offer) && (
        <button type="button" className="link" onClick={onClose}>
          {t('关闭')}
        </button>
      )}
    </div>
  )
}

function Then({ word, act, onClose }: { word: string; act: () => void; onClose: () => void }) {
  return (
    <button
      type="button"
      className="link"
      onClick={() => {
        onClose()
        act()
      }}
    >
      {word}
    </button>
  )
}
