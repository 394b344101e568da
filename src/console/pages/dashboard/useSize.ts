import { useLayoutEffect, useState } from 'react'

/** Width and height of the box in pixels; undefined until it has been measured. */
export function useSize(box: { current: HTMLElement | null }): { width: number; height: number } | undefined {
  const [size, setSize] = useState<{ width: number; height: number }>()
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element
      setSize(before => (before?.width === width && before.height === height ? before : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return size
}
