import { useLayoutEffect, useState } from 'react'
import { useApp } from '../../app/useApp.ts'
import { keptText } from '../../app/kept.ts'
import { forceTheme } from '../../theme/look.ts'
import type { WallLight } from '../../theme/wall.ts'

/** Which light somebody chose on this machine: it is the room that asks for it, and not who has signed in. */
const keptLight = keptText('browser', 'wallLight', text => text === 'day' || text === 'night')

/** Night or day as long as the page is seen; what the reader has chosen for other pages holds again behind it. */
export function useWallLight(): [light: WallLight, turn: () => void] {
  const app = useApp()
  const [light, setLight] = useState<WallLight>(() => (keptLight.read() === 'day' ? 'day' : 'night'))
  useLayoutEffect(() => forceTheme(app, light === 'night' ? 'dark' : 'light'), [app, light])
  const turn = () => {
    const next = light === 'night' ? 'day' : 'night'
    keptLight.keep(next)
    setLight(next)
  }
  return [light, turn]
}
