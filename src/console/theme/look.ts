import { part, type ConsoleApp } from '../app/app.ts'
import { fieldsOf, kept } from '../app/kept.ts'
import { createStore } from '../app/store.ts'
import { brand } from './brand.ts'
import { applyLook, type Look, type ThemeName } from './tokens.ts'

/** The user's display settings, stored in the browser and on the server (keepLook.ts). */
const ownLook = kept('browser', 'look', value => (fieldsOf(value) === value ? lookFrom(value) : undefined))

/** Validates stored settings: unknown values are dropped. */
export function lookFrom(value: unknown): Look {
  const { theme, density, weak } = fieldsOf(value)
  return {
    theme: theme === 'dark' ? 'dark' : 'light',
    density: density === 'compact' ? 'compact' : 'default',
    weak: weak === true,
  }
}

/** The current display settings. */
export const look = part(() => createStore(ownLook.read() ?? lookFrom(undefined)))
export const hasOwnLook = (): boolean => ownLook.read() !== undefined

export function setLook(app: ConsoleApp, next: Look): void {
  ownLook.keep(next)
  look(app).set(next)
  showLook(app)
}

/** Themes that hold for a while whatever the user has chosen, the latest at the end. */
const forced = part((): { theme: ThemeName }[] => [])
export const showLook = (app: ConsoleApp): void =>
  applyLook({ ...look(app).get(), ...forced(app).at(-1) }, brand(app).get())

/** A theme for as long as something needs it: dark on a wall display, light on paper. Ends by the answered call. */
export function forceTheme(app: ConsoleApp, theme: ThemeName): () => void {
  const own = { theme }
  forced(app).push(own)
  showLook(app)
  return () => {
    const all = forced(app)
    const at = all.indexOf(own)
    if (at >= 0) all.splice(at, 1)
    showLook(app)
  }
}

/** Paper is white: what was chosen for the screen holds again after printing. */
export function installPrintLook(app: ConsoleApp): () => void {
  let end: (() => void) | undefined
  const before = () => {
    end ??= forceTheme(app, 'light')
  }
  const after = () => {
    end?.()
    end = undefined
  }
  window.addEventListener('beforeprint', before)
  window.addEventListener('afterprint', after)
  return () => {
    window.removeEventListener('beforeprint', before)
    window.removeEventListener('afterprint', after)
    after()
  }
}
