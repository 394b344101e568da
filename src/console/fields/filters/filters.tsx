import { useState } from 'react'
import { t } from '../../i18n/t.ts'
import type { FilterControlProps } from '../values/definition.ts'
import { joinRange, splitRange } from '../values/query.ts'

/** Holds its text itself, so that typing redraws only this input. */
export function TextFilter({ id, field, value, onChange }: FilterControlProps) {
  const [text, setText] = useState(value)
  const change = (next: string) => {
    setText(next)
    onChange(next.trim())
  }
  return (
    <span className="input-box">
      <input
        id={id}
        className="input"
        value={text}
        maxLength={field.maxLength ?? 200}
        placeholder={t('请输入')}
        autoComplete="off"
        onChange={event => change(event.target.value)}
      />
      {text && (
        <button type="button" className="clear" aria-label={t('清空')} tabIndex={-1} onClick={() => change('')} />
      )}
    </span>
  )
}

export function NumberRangeFilter({ id, value, onChange }: FilterControlProps) {
  const [range, setRange] = useState(() => splitRange(value))
  const change = (next: [string, string]) => {
    setRange(next)
    onChange(joinRange(next[0], next[1]))
  }
  return (
    <span className="pair">
      <input
        id={id}
        type="number"
        className="input"
        value={range[0]}
        placeholder={t('最小')}
        onChange={event => change([event.target.value, range[1]])}
      />
      <span className="weak">–</span>
      <input
        type="number"
        className="input"
        value={range[1]}
        placeholder={t('最大')}
        aria-label={t('最大')}
        onChange={event => change([range[0], event.target.value])}
      />
    </span>
  )
}
