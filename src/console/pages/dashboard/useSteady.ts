import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * A function that stays the same and does what the latest one does, so that whoever is given it need not be drawn
 * again. For events alone: while drawing it would do what the former one did.
 */
export function useSteady<A extends unknown[], R>(act: (...args: A) => R): (...args: A) => R {
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  return useCallback((...args: A) => latest.current(...args), [])
}
