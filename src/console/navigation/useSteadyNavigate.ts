import { use, useCallback } from 'react'
import { UNSAFE_NavigationContext as NavigationContext, type NavigateOptions } from 'react-router-dom'
import { ownAddress } from './routes.ts'

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
      if (typeof to === 'number') return navigator.go(to)
      // the router would leave the console for an address of another origin
      const url = ownAddress(to) === undefined ? '/' : to
      if (options.replace) navigator.replace(url, options.state, options)
      else navigator.push(url, options.state, options)
    },
    [navigator],
  )
}
