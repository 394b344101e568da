import { createContext, use } from 'react'
import type { ConsoleApp } from './app.ts'

export const AppContext = createContext<ConsoleApp | undefined>(undefined)

/** The console around this component. It never changes, so using it never causes a redraw. */
export function useApp(): ConsoleApp {
  const app = use(AppContext)
  if (!app) throw new Error('Drawn outside of a console: put AppContext around it')
  return app
}
