// oxlint-disable-next-line no-control-regex
const UNPRINTABLE = /[\u0000-\u001f\u007f\\]/
/** Nobody who means well encodes what is encoded more often than this. */
const ROUNDS = 4

const slashesIn = (path: string): number => path.split('/').length

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

/** Some servers take what stands behind a semicolon away before they look at the dots. */
const leadsElsewhere = (segment: string): boolean => ['', '.', '..'].includes(segment.split(';')[0] ?? '')

/** Only the last segment may be empty: a folder's address ends in a slash. */
function isStraight(path: string): boolean {
  const [before, ...segments] = path.split('/')
  return (
    before === ''
    && !UNPRINTABLE.test(path)
    && !segments.slice(0, -1).some(leadsElsewhere)
    && (segments.at(-1) === '' || !leadsElsewhere(segments.at(-1) ?? ''))
  )
}

/**
 * A path that means the same to everybody who reads it: no segment that leads upwards or away, and none that comes of
 * decoding once more, which a server behind this one might do.
 */
export function isPlainPath(path: string): boolean {
  if (/[\s#]/.test(path)) return false
  const slashes = slashesIn(path)
  for (let round = 0, text: string | undefined = path; round < ROUNDS; round++) {
    if (!isStraight(text) || slashesIn(text) !== slashes) return false
    const next: string | undefined = decoded(text)
    if (next === text) return true
    // a name may hold a % of its own, once it has been decoded
    if (next === undefined) return round > 0
    text = next
  }
  return false
}

export const pathIn = (url: string): string => url.split('?')[0] ?? ''
