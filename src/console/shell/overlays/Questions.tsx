import { useEffect, useId, useRef, useSyncExternalStore } from 'react'
import { useApp } from '../../app/useApp.ts'
import { t } from '../../i18n/t.ts'
import { openQuestions, type OpenQuestion } from './feedback.ts'
import './overlays.css'

/** One question after the other. */
export function Questions() {
  const store = openQuestions(useApp())
  const [first] = useSyncExternalStore(store.subscribe, store.get)
  return first ? <QuestionView key={first.id} {...first} /> : null
}

/** The browser's own dialog: it keeps the focus within, and gives it back. */
function QuestionView({ question: { title, text, ok, danger, only, copy }, answer }: OpenQuestion) {
  const box = useRef<HTMLDialogElement>(null)
  const preset = useRef<HTMLButtonElement>(null)
  const id = useId()
  useEffect(() => {
    const dialog = box.current
    dialog?.showModal()
    preset.current?.focus()
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={box}
      className="question"
      aria-labelledby={id}
      onCancel={event => {
        event.preventDefault()
        answer(only ?? false)
      }}
    >
      <h2 id={id}>{title}</h2>
      {text && <p>{text}</p>}
      <div className="question-buttons">
        {copy !== undefined && (
          <button type="button" className="button" data-copy={copy}>
            {t('复制')}
          </button>
        )}
        {!only && (
          <button type="button" ref={danger ? preset : null} className="button" onClick={() => answer(false)}>
            {t('取消')}
          </button>
        )}
        <button
          type="button"
          ref={danger ? null : preset}
          className={danger ? 'button danger' : 'button primary'}
          onClick={() => answer(true)}
        >
          {ok}
        </button>
      </div>
    </dialog>
  )
}
