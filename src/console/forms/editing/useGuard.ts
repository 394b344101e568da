import { useEffect } from 'react'
import { useApp } from '../../app/useApp.ts'
import { ask } from '../../feedback/notice.ts'
import { isSessionOf } from '../../data/session/session.ts'
import { t } from '../../i18n/t.ts'
import { guardHistory, guardLeaving } from '../../navigation/navigation.ts'
import { historyPlace, placeOf } from '../../navigation/origins.ts'

/** Asks before unsaved changes are left by a link, by the browser's back and forward, or by closing the window. */
export function useGuard(owner: string, isChanged: () => boolean, leave: () => void, keep: () => void): void {
  const app = useApp()
  useEffect(() => {
    const may = async () => {
      if (!isChanged()) return true
      const leaves = await ask(app, {
        title: t('有未保存的修改，确定离开？'),
        text: t('填写的内容已存为草稿，下次打开时可以恢复'),
        ok: t('离开'),
        danger: true,
      })
      if (leaves) leave()
      return leaves
    }
    guardLeaving(app, may, isChanged)
    const unload = (event: BeforeUnloadEvent) => {
      keep()
      // no question if the session has ended or changed: the draft waits until the user has signed in again
      if (isSessionOf(owner) && isChanged()) event.preventDefault()
    }
    guardHistory(app, askOfHistory(isChanged, may))
    window.addEventListener('beforeunload', unload)
    return () => {
      guardLeaving(app, undefined)
      guardHistory(app, undefined)
      window.removeEventListener('beforeunload', unload)
    }
  }, [app, owner, isChanged, leave, keep])
}

/**
 * Browsers report a history step only after it happened. This takes the step back before the router notices, and
 * repeats it when the user agrees.
 */
function askOfHistory(isChanged: () => boolean, may: () => Promise<boolean>): (event: PopStateEvent) => void {
  const here = historyPlace()
  let own: 'back' | 'on' | undefined
  return event => {
    if (own === 'on') return
    if (own === 'back') {
      own = undefined
      event.stopImmediatePropagation()
      return
    }
    const to = placeOf(event.state)
    if (to === here || !isChanged()) return
    const by = to === undefined ? -1 : to - here
    event.stopImmediatePropagation()
    own = 'back'
    window.history.go(-by)
    void may().then(yes => {
      if (!yes) return
      own = 'on'
      window.history.go(by)
    })
  }
}
