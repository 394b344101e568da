import { useState, type FormEvent } from 'react'
import { useApp } from '../../console/app/useApp.ts'
import { send } from '../../console/data/http/http.ts'
import { NETWORK_TOOL_SAVE } from './calls.ts'
import { t } from '../../console/i18n/t.ts'
import { useDiscard } from '../../console/navigation/useUnsaved.ts'
import type { DropPanel } from '../../console/shell/header/Drop.tsx'
import { useTypedIn } from './useTypedIn.ts'

interface Errors {
  url?: string
  desc?: string
  other?: string
}

/** The words are the specification's (R5.01). */
export function checkTool(url: string, desc: string): Errors {
  const errors: Errors = {}
  if (!url) errors.url = t('网址不能为空！')
  else if (!/^https?:\/\//i.test(url)) errors.url = t('请输入http前缀')
  if (!desc) errors.desc = t('描述不能为空！')
  return errors
}

export interface ToolFormProps extends Pick<DropPanel, 'onTyped'> {
  onDone: () => void
  onCancel: () => void
}

export function AddTool({ onTyped, onDone, onCancel }: ToolFormProps) {
  const app = useApp()
  const [isFilled, setFilled] = useState(false)
  useTypedIn(onTyped, isFilled)
  const cancel = useDiscard(() => isFilled, onCancel)
  const [errors, setErrors] = useState<Errors>({})
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [url, desc] = [String(form.get('url')).trim(), String(form.get('desc')).trim()]
    const wrong = checkTool(url, desc)
    setErrors(wrong)
    if (Object.keys(wrong).length) return
    try {
      await send(app, NETWORK_TOOL_SAVE, { url, desc }, { quiet: true })
      onDone()
    } catch (cause) {
      setErrors({ other: cause instanceof Error ? cause.message : t('操作没有成功') })
    }
  }
  return (
    <form
      className="tool-form"
      noValidate
      onInput={({ currentTarget }) => setFilled([...new FormData(currentTarget).values()].some(text => text !== ''))}
      onSubmit={event => void submit(event)}
    >
      <label htmlFor="tool-url">{t('网址')}</label>
      <input
        id="tool-url"
        name="url"
        className="input"
        autoFocus
        placeholder="https://"
        maxLength={500}
        spellCheck={false}
        aria-invalid={Boolean(errors.url)}
        aria-describedby="tool-url-error"
      />
      <span id="tool-url-error" className="field-error" role="alert">
        {errors.url}
      </span>
      <label htmlFor="tool-desc">{t('描述')}</label>
      <input
        id="tool-desc"
        name="desc"
        className="input"
        maxLength={50}
        aria-invalid={Boolean(errors.desc)}
        aria-describedby="tool-desc-error"
      />
      <span id="tool-desc-error" className="field-error" role="alert">
        {errors.desc ?? errors.other}
      </span>
      <div className="tool-buttons">
        <button type="button" className="button" onClick={() => void cancel()}>
          {t('取消')}
        </button>
        <button type="submit" className="button primary" data-guard="">
          {t('保存')}
        </button>
      </div>
    </form>
  )
}
