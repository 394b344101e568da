import { useState, type ClipboardEvent } from 'react'
import type { ConsoleApp } from '../../app/app.ts'
import { useApp } from '../../app/useApp.ts'
import { currentConfig } from '../../data/config/config.ts'
import { MOST_VALUES } from '../../../core/contract/api.ts'
import { notify } from '../../feedback/notice.ts'
import { t } from '../../i18n/t.ts'
import type { FilterControlProps } from '../values/definition.ts'
import { isList, joinList, listOf, listText, pastedValues } from '../values/pasted.ts'
import { joinRange, splitRange } from '../values/query.ts'

/**
 * Holds its text itself, so that typing redraws only this input. A pasted list of codes becomes one value, which is not
 * typed in but removed as a whole.
 */
export function TextFilter({ id, field, value, onChange }: FilterControlProps) {
  const app = useApp()
  const [text, setText] = useState(value)
  const change = (next: string) => {
    setText(next)
    onChange(next.trim())
  }
  const paste = (event: ClipboardEvent) => {
    const values = hasLists(app) ? pastedValues(field, event.clipboardData.getData('text')) : []
    if (values.length < 2) return
    event.preventDefault()
    if (values.length > MOST_VALUES)
      notify(app, {
        level: 'warning',
        text: t('一次最多按{most}个值筛选，粘贴了{n}个', { most: MOST_VALUES, n: values.length }),
      })
    else change(joinList(values))
  }
  const list = isList(text) ? listOf(text) : undefined
  return (
    <span className="input-box">
      <input
        id={id}
        className="input"
        value={list ? listText(list) : text}
        readOnly={list !== undefined}
        title={list?.join('\n')}
        maxLength={list ? undefined : (field.maxLength ?? 200)}
        placeholder={t('请输入')}
        autoComplete="off"
        onPaste={paste}
        onKeyDown={event => {
          if (list && (event.key === 'Backspace' || event.key === 'Delete')) change('')
        }}
        onChange={event => change(event.target.value)}
      />
      {text && (
        <button type="button" className="clear" aria-label={t('清空')} tabIndex={-1} onClick={() => change('')} />
      )}
    </span>
  )
}

/** An existing backend knows no lists of texts. */
const hasLists = (app: ConsoleApp): boolean => currentConfig(app).boot?.own === true

export function NumberRangeFilter({ id, value, onChange }: FilterControlProps) {
  const [range, setRange] = useState(() => splitRange(value))
  const [from, to, open] = range
  const change = (next: typeof range) => {
    setRange(next)
    onChange(joinRange(...next))
  }
  return (
    <span className="pair">
      <input
        id={id}
        type="number"
        className="input"
        value={from}
        placeholder={t('最小')}
        onChange={event => change([event.target.value, to, open])}
      />
      <span className="weak" title={open ? t('不含') : undefined}>
        {open ? '– <' : '–'}
      </span>
      <input
        type="number"
        className="input"
        value={to}
        placeholder={t('最大')}
        aria-label={open ? t('最大（不含）') : t('最大')}
        onChange={event => change([from, event.target.value, false])}
      />
    </span>
  )
}
