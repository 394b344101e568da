import { useCallback, useEffect, useRef } from 'react'
import { useApp } from '../app/useApp.ts'
import { ownUserId } from '../data/config/config.ts'
import { isSessionOf } from '../data/session/session.ts'
import { ask } from '../feedback/notice.ts'
import { t } from '../i18n/t.ts'
import { guardUnsaved, type Unsaved } from './unsaved.ts'

/**
 * Asks before the page is left by a link, by the browser's back and forward, or by closing the window. `unloading` is
 * called before the window goes.
 */
export function useUnsaved({ isChanged, mayLeave, isOverAll = false }: Unsaved, unloading?: () => void): void {
  const app = useApp()
  useEffect(() => {
    const owner = ownUserId(app)
    const stop = guardUnsaved(app, { isChanged, mayLeave, isOverAll })
    const unload = (event: BeforeUnloadEvent) => {
      unloading?.()
      // no question if the session has ended or changed: whoever signs in next has nothing to do with it
      if (isSessionOf(owner) && isChanged()) event.preventDefault()
    }
    window.addEventListener('beforeunload', unload)
    return () => {
      stop()
      window.removeEventListener('beforeunload', unload)
    }
  }, [app, isChanged, mayLeave, isOverAll, unloading])
}

/** For dialogs in which there is nothing to lose. */
export const nothingTyped = (): boolean => false

/**
 * Asks before what was typed or chosen is thrown away, and then calls `onDiscard`, which is called at once where there
 * is nothing to lose. The answer resolves to whether it was called.
 */
export function useDiscard(isChanged: () => boolean, onDiscard: () => void): () => Promise<boolean> {
  const app = useApp()
  const latest = useRef({ isChanged, onDiscard })
  useEffect(() => {
    latest.current = { isChanged, onDiscard }
  })
  /** asked once, however often Esc is pressed */
  const asking = useRef<Promise<boolean> | undefined>(undefined)
  return useCallback(async () => {
    if (latest.current.isChanged()) {
      asking.current ??= ask(app, {
        title: t('放弃填写的内容？'),
        text: t('填写或选择的内容还没有提交，关闭后不会保留'),
        ok: t('放弃'),
        stay: t('继续填写'),
        danger: true,
      })
      const discards = await asking.current
      asking.current = undefined
      if (!discards) return false
    }
    latest.current.onDiscard()
    return true
  }, [app])
}

/**
 * Closes a dialog, by whatever way (Esc, a click beside it, ×, 取消), and lets it be left for another page, but asks
 * first where something was typed or chosen in it. Given the key press that closes, it keeps it from the question,
 * which the same Esc would answer.
 */
export function useGuardedClose(isChanged: () => boolean, onClose: () => void): (event?: unknown) => void {
  const latest = useRef(isChanged)
  useEffect(() => {
    latest.current = isChanged
  })
  const isTyped = useCallback(() => latest.current(), [])
  const discard = useDiscard(isTyped, onClose)
  const mayLeave = useCallback(async () => !isTyped() || discard(), [isTyped, discard])
  useUnsaved({ isChanged: isTyped, mayLeave })
  return useCallback(
    event => {
      if (isKey(event)) event.preventDefault()
      void discard()
    },
    [discard],
  )
}

const isKey = (event: unknown): event is KeyboardEvent =>
  typeof event === 'object' && event !== null && 'key' in event && 'preventDefault' in event
