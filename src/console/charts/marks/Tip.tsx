import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { t } from '../../i18n/t.ts'
import { wordsOfMark, type Mark } from './mark.ts'

interface Props {
  mark: Mark | undefined
  isByKey: boolean
  box: RefObject<Element | null>
}
const GAP = 12
const EDGE = 4

/** Beside the mark, inside the window; it stands above everything, because a picture's box cuts off what leaves it. */
export function Tip({ mark, isByKey, box }: Props) {
  const own = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<{ left: number; top: number }>()
  useLayoutEffect(() => {
    if (!mark || !box.current || !own.current) return setPlace(undefined)
    const [around, tip] = [box.current.getBoundingClientRect(), own.current.getBoundingClientRect()]
    const [x, y] = [around.left + mark.x, around.top + mark.y]
    const left = x + GAP + tip.width > window.innerWidth - EDGE ? x - GAP - tip.width : x + GAP
    const top = Math.min(y - tip.height / 2, window.innerHeight - tip.height - EDGE)
    setPlace({ left: Math.max(EDGE, left), top: Math.max(EDGE, top) })
  }, [mark, box])
  return (
    <>
      <span className="chart-heard" role="status">
        {mark && isByKey ? wordsOfMark(mark) : ''}
      </span>
      {mark
        && createPortal(
          <div ref={own} className="chart-tip" aria-hidden="true" style={place ?? HIDDEN}>
            <strong>{mark.title}</strong>
            {mark.lines.map(line => (
              <p key={`${line.label}${line.text}`} className={line.tone && `is-${line.tone}`}>
                {line.colour && <i className={`chart-key ${line.colour}`} />}
                <span>{line.label}</span>
                <b className="num">{line.text}</b>
              </p>
            ))}
            {mark.opens && <small>{isByKey ? t('回车查看列表') : t('点击查看列表')}</small>}
          </div>,
          document.body,
        )}
    </>
  )
}
const HIDDEN = { left: -9999, top: 0 }
