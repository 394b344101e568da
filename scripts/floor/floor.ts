/**
 * The oldest browser that the console is built for. The build's target, what older ones are told, the built-ins that are
 * brought along and the check of the built files all read it here; docs/deployment.md is held to it by a test.
 */
export const FLOOR = {
  /** Chromium's major version, whichever browser it is in */
  chromium: 92,
  since: '2021-07',
  /** the last one for Windows 7 and 8; tried as well */
  lastForWindows7: 109,
  /** came with that version: who lacks it is older */
  mark: 'Array.prototype.at',
} as const

/**
 * Built-ins newer than the floor that the console uses. A browser that lacks one of them loads core-js's modules for all;
 * the others load nothing.
 */
export const POLYFILLED = [
  'Object.hasOwn',
  'Array.prototype.findLast',
  'Array.prototype.findLastIndex',
  'Array.prototype.toReversed',
  'Array.prototype.toSorted',
] as const

const kebab = (name: string): string => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

/** The module of core-js that brings a built-in. */
export const moduleOf = (name: string): string =>
  `core-js/actual/${name
    .replace('.prototype', '')
    .split('.')
    .map((part, i) => kebab(i === 0 ? part.charAt(0).toLowerCase() + part.slice(1) : part))
    .join('/')}`
