import { useState, useSyncExternalStore } from 'react'
import { useApp } from '../../app/useApp.ts'
import { numberOf } from '../../data/settings/constants.ts'
import { Choose } from '../../fields/pickers/Choose.tsx'
import { numberText } from '../../fields/values/text.ts'
import { t } from '../../i18n/t.ts'

interface PagerProps {
  total: number
  capped: boolean
  counting?: boolean
  /** counts the total to its end */
  onCount?: () => void
  page: number
  size: number
  sizes: number[]
  onPage: (page: number) => void
  /** one page on or back, from the one that is being waited for */
  onStep: (by: number) => void
  onSize: (size: number) => void
}

/**
 * Total, page sizes, pages and a jump field (R2.20), of these what there is to choose. Own code instead of antd's,
 * because it is redrawn with each page.
 */
export function Pager({
  total,
  capped,
  counting = false,
  onCount,
  page,
  size,
  sizes,
  onPage,
  onStep,
  onSize,
}: PagerProps) {
  const last = Math.max(1, Math.ceil(total / size))
  const go = (next: number) => {
    if (next >= 1 && next <= last && next !== page) onPage(next)
  }
  // nothing to choose from: no size would show fewer rows
  const isWhole = !capped && page === 1 && total <= Math.min(size, ...sizes)
  const isOne = last === 1 && page === 1
  return (
    <nav className="pager" aria-label={t('分页')}>
      <Total total={total} capped={capped} counting={counting} onCount={onCount} />
      {!isWhole && <Sizes {...{ size, sizes, onSize }} />}
      {!isOne && <Pages {...{ page, last, go, onStep }} />}
    </nav>
  )
}

function Sizes({ size, sizes, onSize }: Pick<PagerProps, 'size' | 'sizes' | 'onSize'>) {
  return (
    <Choose
      className="sizes"
      label={t('每页条数')}
      value={String(size)}
      choices={sizes.map(one => [String(one), t('{n} 条/页', { n: one })])}
      onChange={one => onSize(Number(one))}
    />
  )
}

function onResize(heard: () => void): () => void {
  addEventListener('resize', heard)
  return () => removeEventListener('resize', heard)
}
/** Whether the window is narrower than that; drawn anew only when this changes. */
const useNarrow = (below: number): boolean => useSyncExternalStore(onResize, () => window.innerWidth < below)

interface PagesProps extends Pick<PagerProps, 'page' | 'onStep'> {
  last: number
  go: (page: number) => void
}

function Pages({ page, last, go, onStep }: PagesProps) {
  const app = useApp()
  const isNarrow = useNarrow(numberOf(app, 'narrowBelow', 992))
  return (
    <>
      <button
        type="button"
        className="step prev"
        disabled={page <= 1}
        aria-label={t('上一页')}
        onClick={() => onStep(-1)}
      />
      {pagerItems(page, last, isNarrow ? numberOf(app, 'pagerCountNarrow', 5) : numberOf(app, 'pagerCount', 7)).map(
        item => (
          <button
            key={item.key}
            type="button"
            className={item.page === page ? 'number current' : item.jump ? 'number jump' : 'number'}
            aria-current={item.page === page ? 'page' : undefined}
            aria-label={item.jump ? t('第 {n} 页', { n: item.page }) : undefined}
            onClick={() => go(item.page)}
          >
            {item.jump ? '…' : item.page}
          </button>
        ),
      )}
      <button
        type="button"
        className="step next"
        disabled={page >= last}
        aria-label={t('下一页')}
        onClick={() => onStep(1)}
      />
      <Jumper key={page} last={last} go={go} />
    </>
  )
}

type TotalProps = Pick<PagerProps, 'total' | 'capped' | 'counting' | 'onCount'>

/** Counting to the end of a large table takes a while, so it waits until somebody wants to know. */
function Total({ total, capped, counting, onCount }: TotalProps) {
  const text = capped ? t('{n} 条以上', { n: numberText(total) }) : t('共 {n} 条', { n: numberText(total) })
  const isAsking = capped && onCount !== undefined && !counting
  return (
    <span className="total" aria-busy={counting}>
      {isAsking ? (
        <button type="button" className="link" title={t('数出准确条数')} onClick={onCount}>
          {text}
        </button>
      ) : (
        text
      )}
      {counting && ` · ${t('正在计数…')}`}
    </span>
  )
}

function Jumper({ last, go }: { last: number; go: (page: number) => void }) {
  const [text, setText] = useState('')
  return (
    <form
      className="jumper"
      onSubmit={event => {
        event.preventDefault()
        go(Math.min(last, Math.max(1, Math.floor(Number(text)) || 0)))
        setText('')
      }}
    >
      <label>
        {t('前往')}
        <input
          className="input"
          inputMode="numeric"
          value={text}
          onChange={event => setText(event.target.value.replace(/\D/g, ''))}
        />
        {t('页')}
      </label>
    </form>
  )
}

export interface PagerItem {
  key: string
  page: number
  jump?: boolean
}

/** Page buttons, at most `count`: first, last and those around the current one; a gap jumps by count-2 pages. */
export function pagerItems(page: number, last: number, count: number): PagerItem[] {
  const number = (n: number): PagerItem => ({ key: String(n), page: n })
  if (last <= count) return Array.from({ length: last }, (_, i) => number(i + 1))
  const inner = count - 2
  const start = Math.min(Math.max(2, page - Math.floor(inner / 2)), last - inner)
  const items = Array.from({ length: inner }, (_, i) => number(start + i))
  if (start > 2) items[0] = { key: 'before', page: Math.max(1, page - inner), jump: true }
  if (start + inner < last) items[inner - 1] = { key: 'after', page: Math.min(last, page + inner), jump: true }
  return [number(1), ...items, number(last)]
}
