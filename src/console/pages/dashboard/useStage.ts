import { useLayoutEffect, useState } from 'react'

/** What a wall display is laid out for, in pixels; a larger window shows the same, larger. */
const WIDTH = 1280
const HEIGHT = 720

interface Stage {
  width: number
  height: number
  transform: string
}

/** The stage fills the window whatever its shape, and is scaled to it: lines and letters stay sharp. */
export function useStage(): Stage {
  const [scale, setScale] = useState(() => scaleNow())
  useLayoutEffect(() => {
    const resized = () => setScale(scaleNow())
    window.addEventListener('resize', resized)
    return () => window.removeEventListener('resize', resized)
  }, [])
  useLayoutEffect(() => {
    const root = document.documentElement
    root.style.setProperty('--screen-scale', String(scale.by))
    return () => {
      root.style.removeProperty('--screen-scale')
    }
  }, [scale])
  return { width: scale.width / scale.by, height: scale.height / scale.by, transform: `scale(${scale.by})` }
}

function scaleNow(): { width: number; height: number; by: number } {
  const { innerWidth: width, innerHeight: height } = window
  return { width, height, by: Math.min(width / WIDTH, height / HEIGHT) }
}
