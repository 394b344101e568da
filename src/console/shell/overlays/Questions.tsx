import { useCallback, useId, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { useApp } from '../../app/useApp.ts'
import { t } from '../../i18n/t.ts'
import { useUnsaved } from '../../navigation/useUnsaved.ts'
import { openQuestions, type OpenQuestion } from './feedback.ts'
import './overlays.css'

/** One question after the other. */
export function Questions() {
  const store = openQuestions(useApp())
  const [first] = useSyncExternalStore(store.subscribe, store.get)
  return first ? <QuestionView key={first.id} {...first} /> : null
}

/** Another page leaves a question open: it lies over all of them. */
const stays = async (): Promise<boolean> => true

/** The browser's own dialog: it keeps the focus within, and gives it back. */
function QuestionView({ question: { title, text, ok, stay, danger, only, copy }, answer }: OpenQuestion) {
  const box = useRef<HTMLDialogElement>(null)
  const preset = useRef<HTMLButtonElement>(null)
  const id = useId()
  // what is to be copied cannot be read again
  const isShownOnce = useCallback(() => copy !== undefined, [copy])
  useUnsaved({ isChanged: isShownOnce, mayLeave: stays, isOverAll: true })
  // before it is taken out of the document: only then does the browser give the focus back
  useLayoutEffect(() => {
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
        if (!only) answer(false)
      }}
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        // not left to the browser: pressed twice it closes a dialog whatever is said to its `cancel`
        event.preventDefault()
        if (!only) answer(false)
      }}
    >
      <h2 id={id}>{title}</h2>
      {text && <p>{text}</p>}
      <div className="question-buttons">
        {copy !== undefined && (
          <button type="button" ref={preset} className="button" data-copy={copy}>
            {t('复制')}
          </button>
        )}
        {!only && (
          <button type="button" ref={danger ? preset : null} className="button" onClick={() => answer(false)}>
            {stay ?? t('取消')}
          </button>
        )}
        <button
          type="button"
          ref={danger || copy !== undefined ? null : preset}
          className={danger ? 'button danger' : 'button primary'}
          onClick={() => answer(true)}
        >
          {ok}
        </button>
      </div>
    </dialog>
  )
}
