import { accessSync, constants } from 'node:fs'

/** Is there a program of this name that may be run? */
export const runnable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** A Chromium of this machine: the one that is named, else the usual places. */
export function findChromium(named = process.env['CHROMIUM'] ?? ''): string | undefined {
  return [named, ...PLACES].find(place => place !== '' && runnable(place))
}
