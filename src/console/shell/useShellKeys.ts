import { useEffect } from 'react'
import type { ConsoleApp } from '../app/app.ts'
import { currentConfig } from '../data/config/config.ts'
import { toggleFavourite } from '../menu/favourites.ts'
import { entriesOf } from '../menu/menuState.ts'
import { routeOf } from '../navigation/routes.ts'
import { useApp } from '../app/useApp.ts'
import { openPart } from '../navigation/openPart.ts'
import { maximised, toggleFullScreen } from '../navigation/maximised.ts'
import { covered } from '../navigation/covered.ts'
import { isShortcut } from '../navigation/shortcuts.ts'

/** The keys of the shell: what they open, and the page in the whole window. */
export function useShellKeys(allowed: boolean): void {
  const app = useApp()
  useEffect(() => {
    if (!allowed) return
    const store = maximised(app)
    const press = (event: KeyboardEvent) => {
      if (isShortcut(event, 'find')) openPart(app).set('palette')
      else if (isShortcut(event, 'help')) openPart(app).set('shortcuts')
      else if (isShortcut(event, 'maximise')) store.set(!store.get())
      else if (isShortcut(event, 'favourite')) star(app)
      else if (isShortcut(event, 'fullScreen')) toggleFullScreen()
      else if (isShortcut(event, 'restore') && store.get() && !event.defaultPrevented && !covered()) store.set(false)
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [allowed, app])
}

/** Stars the menu entry of the page on screen. */
function star(app: ConsoleApp): void {
  const here = routeOf(location.pathname)
  const entry = entriesOf(currentConfig(app).boot?.menu ?? []).find(item => routeOf(item.url) === here)
  if (entry) toggleFavourite(app, entry.url)
}
