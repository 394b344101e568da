import { useState } from 'react'
import { t } from '../../i18n/t.ts'
import { Layer } from '../../theme/Layer.tsx'
import './zoom.css'

const STEPS = [1, 1.5, 2, 3, 4]

/** A picture in full size: + and − zoom, arrows go to the next, Esc closes. */
export function Zoom({
  label,
  urls,
  at,
  onMove,
  onClose,
}: {
  label: string
  urls: string[]
  at: number
  onMove: (at: number) => void
  onClose: () => void
}) {
  const [size, setSize] = useState(0)
  const go = (by: number) => {
    const next = at + by
    if (next < 0 || next >= urls.length) return
    setSize(0)
    onMove(next)
  }
  const scale = (by: number) => setSize(old => Math.min(STEPS.length - 1, Math.max(0, old + by)))
  const key = (name: string) => {
    if (name === 'ArrowLeft' || name === 'ArrowUp') go(-1)
    else if (name === 'ArrowRight' || name === 'ArrowDown') go(1)
    else if (name === '+' || name === '=') scale(1)
    else if (name === '-') scale(-1)
  }
  return (
    <Layer className="zoom" label={label} onClose={onClose} onKey={key}>
      <div className="layer-head">
        <span>{label}</span>
        {urls.length > 1 && (
          <span className="num">
            {at + 1} / {urls.length}
          </span>
        )}
        <span className="space" />
        <button type="button" aria-label={t('缩小')} disabled={size === 0} onClick={() => scale(-1)}>
          −
        </button>
        <span className="num">{Math.round((STEPS[size] ?? 1) * 100)}%</span>
        <button type="button" aria-label={t('放大')} disabled={size === STEPS.length - 1} onClick={() => scale(1)}>
          +
        </button>
        <button type="button" aria-label={t('关闭')} onClick={onClose}>
          ×
        </button>
      </div>
      <div
        className="zoom-view"
        onClick={event => {
          if (event.target === event.currentTarget) onClose()
        }}
      >
        <img
          key={urls[at]}
          src={urls[at]}
          alt={label}
          style={{ width: size ? `${(STEPS[size] ?? 1) * 100}%` : undefined }}
          className={size ? 'large' : ''}
          onDoubleClick={() => setSize(size ? 0 : 2)}
        />
      </div>
      {urls.length > 1 && (
        <>
          <Step side="left" label={t('上一张')} sign="‹" disabled={at === 0} onClick={() => go(-1)} />
          <Step side="right" label={t('下一张')} sign="›" disabled={at === urls.length - 1} onClick={() => go(1)} />
        </>
      )}
    </Layer>
  )
}

interface StepProps {
  side: 'left' | 'right'
  label: string
  sign: string
  disabled: boolean
  onClick: () => void
}

const Step = ({ side, label, sign, disabled, onClick }: StepProps) => (
  <button type="button" className={`zoom-step ${side}`} aria-label={label} disabled={disabled} onClick={onClick}>
    {sign}
  </button>
)
