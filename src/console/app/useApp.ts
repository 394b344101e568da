import { createContext, use } from 'react'
import type { ConsoleApp } from './app.ts'

export const AppContext = createContext<ConsoleApp | undefined>(undefined)

/** The console that this is drawn in. It is the same for as long as it stands: nothing is drawn again because of it. */
export function useApp(): ConsoleApp {
  const app = use(AppContext)
  if (!app) throw new Error('Drawn outside of a console: put AppContext around it')
  return app
}
