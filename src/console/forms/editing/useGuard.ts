import { useCallback } from 'react'
import { useApp } from '../../app/useApp.ts'
import { ask } from '../../feedback/notice.ts'
import { t } from '../../i18n/t.ts'
import { useUnsaved } from '../../navigation/useUnsaved.ts'

/** Asks before a form with unsaved changes is left; what was typed waits as a draft. */
export function useGuard(isChanged: () => boolean, leave: () => void, keep: () => void): void {
  const app = useApp()
  const mayLeave = useCallback(async () => {
    if (!isChanged()) return true
    const leaves = await ask(app, {
      title: t('有未保存的修改，确定离开？'),
      text: t('填写的内容已存为草稿，下次打开时可以恢复'),
      ok: t('离开'),
      danger: true,
    })
    if (leaves) leave()
    return leaves
  }, [app, isChanged, leave])
  useUnsaved({ isChanged, mayLeave }, keep)
}
