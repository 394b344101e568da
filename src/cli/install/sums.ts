/** Checksums of a release's files, written as `sha256sum` does, which can check them as well. */
export const SUMS = 'SHA256SUMS'
/** Ed25519 signature of the checksums, and the key that it is held against where none is named. */
export const SIGNATURE = `${SUMS}.sig`
export const PUBLIC_KEY = 'release.pub'

/** What says the sums cannot stand among them. */
const BESIDE = new Set([SUMS, SIGNATURE])
export const isSummed = (path: string): boolean => !BESIDE.has(path)

/** Path of a file below the release → its SHA-256. */
export type Sums = ReadonlyMap<string, string>

export const sumsText = (sums: Sums): string =>
  [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, sum]) => `${sum}  ${path}\n`)
    .join('')

/** `undefined` where a line is none of ours. */
export function readSums(text: string): Sums | undefined {
  const lines = text.split('\n').filter(line => line !== '')
  const pairs = lines.map(line => /^([0-9a-f]{64}) {2}(.+)$/.exec(line))
  return lines.length > 0 && pairs.every(pair => pair !== null)
    ? new Map(pairs.map(([, sum = '', path = '']) => [path, sum]))
    : undefined
}

export interface Differences {
  changed: string[]
  missing: string[]
  added: string[]
}

/** How a folder differs from what its release says of it. */
export function differences(wanted: Sums, found: Sums): Differences {
  const paths = [...wanted.keys()]
  return {
    changed: paths.filter(path => found.has(path) && found.get(path) !== wanted.get(path)),
    missing: paths.filter(path => !found.has(path)),
    added: [...found.keys()].filter(path => !wanted.has(path)),
  }
}
