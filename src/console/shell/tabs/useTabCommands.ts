import { useEffect, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { useApp } from '../../app/useApp.ts'
import { mayLeave } from '../../navigation/unsaved.ts'
import { isShortcut } from '../../navigation/shortcuts.ts'
import { afterClosing, type OpenTab, tabs } from '../../navigation/tabs.ts'

export interface TabCommands {
  go: (tab: OpenTab) => void
  close: (ids: string[]) => void
  move: (id: string, to: string | undefined) => void
}

export function useTabCommands(): TabCommands {
  const app = useApp()
  const navigate = useNavigate()
  return useMemo(() => {
    const leaveFor = async (tab: OpenTab | undefined): Promise<boolean> => {
      if (!(await mayLeave(app))) return false
      void navigate(tab?.url ?? '/', { state: { tab: true } })
      return true
    }
    return {
      go: tab => {
        if (tab.id !== tabs(app).state().active) void leaveFor(tab)
      },
      close: ids => {
        const state = tabs(app).state()
        if (!ids.includes(state.active)) return tabs(app).close(ids)
        void leaveFor(afterClosing(state, ids)).then(left => {
          if (left) tabs(app).close(ids)
        })
      },
      move: (id, to) => {
        if (to !== undefined) tabs(app).move(id, to)
      },
    }
  }, [app, navigate])
}

/** Keys that reach the tabs from anywhere on the page. */
export function useTabShortcuts({ go, close }: TabCommands): void {
  const app = useApp()
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { tabs: open, active } = tabs(app).state()
      const at = open.findIndex(tab => tab.id === active)
      const shown = open[at]
      if (!shown) return
      const step = isShortcut(event, 'nextTab') ? 1 : isShortcut(event, 'previousTab') ? -1 : 0
      const next = open[(at + step + open.length) % open.length]
      if (step !== 0 && next) go(next)
      else if (isShortcut(event, 'pinTab')) tabs(app).pin(active, shown.pinned !== true)
      else if (isShortcut(event, 'closeTab') && open.length > 1) close([active])
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [app, go, close])
}
