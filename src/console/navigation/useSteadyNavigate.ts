import { use, useCallback } from 'react'
import { UNSAFE_NavigationContext as NavigationContext, type NavigateOptions } from 'react-router-dom'

/** Goes to an address, or so many steps through the history of the browser. */
export type SteadyNavigate = (to: string | number, options?: NavigateOptions) => void

/**
 * What `useNavigate` does, for addresses that begin with `/`. Those need no place to start from, so whoever may go
 * somewhere is not drawn anew by every navigation, of which there is one for each month that is looked at.
 */
export function useSteadyNavigate(): SteadyNavigate {
  const { navigator } = use(NavigationContext)
  return useCallback(
    (to, options = {}) => {
      if (typeof to === 'number') navigator.go(to)
      else if (options.replace) navigator.replace(to, options.state, options)
      else navigator.push(to, options.state, options)
    },
    [navigator],
  )
}
