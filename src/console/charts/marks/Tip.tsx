import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { t } from '../../i18n/t.ts'
import { wordsOfMark, type Mark } from './mark.ts'
import { scaleOfBox } from './scaled.ts'

interface Props {
  mark: Mark | undefined
  isByKey: boolean
  box: RefObject<Element | null>
  /** of the mark */
  index?: number
}
const GAP = 12
const EDGE = 4

/** Beside the mark, inside the window; it stands above everything, because a picture's box cuts off what leaves it. */
export function Tip({ mark, isByKey, box, index }: Props) {
  const own = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<{ left: number; top: number }>()
  useLayoutEffect(() => {
    if (!mark || !box.current || !own.current) return setPlace(undefined)
    const tip = own.current.getBoundingClientRect()
    const [x, y] = anchorOf(box.current, mark, index)
    const left = x + GAP + tip.width > window.innerWidth - EDGE ? x - GAP - tip.width : x + GAP
    const top = Math.min(y - tip.height / 2, window.innerHeight - tip.height - EDGE)
    setPlace({ left: Math.max(EDGE, left), top: Math.max(EDGE, top) })
  }, [mark, box, index])
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
            <small>{hintOf(mark, isByKey)}</small>
          </div>,
          document.body,
        )}
    </>
  )
}

/** What can be done here. */
function hintOf({ opens, drills }: Mark, isByKey: boolean): string {
  if (!drills) return !opens ? '' : isByKey ? t('回车查看列表') : t('点击查看列表')
  if (!opens) return isByKey ? t('空格进入下级') : t('点击进入下级')
  return isByKey ? t('空格进入下级，回车查看列表') : t('点击进入下级，按住 Ctrl 点击查看列表')
}

/** Where a mark stands in the window, in pixels. */
function anchorOf(box: Element, { x, y }: Mark, index: number | undefined): [x: number, y: number] {
  const own = x === undefined ? box.querySelector(`[data-mark="${index}"]`) : null
  const rect = (own ?? box).getBoundingClientRect()
  if (own) return [rect.left + Math.min(rect.width / 2, MIDDLE), rect.top + rect.height / 2]
  const scale = scaleOfBox(box, rect)
  return [rect.left + (x ?? 0) * scale, rect.top + (y ?? 0) * scale]
}
const MIDDLE = 200
const HIDDEN = { left: -9999, top: 0 }
