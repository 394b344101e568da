import { useLayoutEffect, useState } from 'react'

/**
 * What a wall display is laid out for, in pixels; a larger window shows the same, larger: what is 12 px here is 18 on
 * 1080 lines and 36 on 2160.
 */
const WIDTH = 1280
const HEIGHT = 720
/** From here on it is two screens beside each other: what stands above each other has room side by side. */
const WIDE = 2.6

export interface Stage {
  isWide: boolean
  size: { width: number; height: number; transform: string }
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
  const { width, height, by } = scale
  return {
    isWide: width / height >= WIDE,
    size: { width: width / by, height: height / by, transform: `scale(${by})` },
  }
}

function scaleNow(): { width: number; height: number; by: number } {
  const { innerWidth: width, innerHeight: height } = window
  return { width, height, by: Math.min(width / WIDTH, height / HEIGHT) }
}
