import { accessSync, constants } from 'node:fs'

/** Whether the file exists and may be executed. */
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
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** A Chromium on this machine: the named one, or one at a usual place. */
export function findChromium(named = process.env['CHROMIUM'] ?? ''): string | undefined {
  return [named, ...PLACES].find(place => place !== '' && runnable(place))
}
