// oxlint-disable-next-line no-control-regex
const UNPRINTABLE = /[\u0000-\u001f\u007f\\]/
/** Most rounds of decoding; no legitimate address is encoded more often. */
const ROUNDS = 4

const slashesIn = (path: string): number => path.split('/').length

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

/** Some servers drop everything after a semicolon before they resolve dots, so `..;x` can mean `..`. */
const leadsElsewhere = (segment: string): boolean => ['', '.', '..'].includes(segment.split(';')[0] ?? '')

/** Only the last segment may be empty: the address of a folder ends in a slash. */
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
 * Whether every reader understands the path the same way: no segment leads upwards, not even after decoding again, as a
 * backend behind this server might do. Prevents path traversal.
 */
export function isPlainPath(path: string): boolean {
  if (/[\s#]/.test(path)) return false
  const slashes = slashesIn(path)
  for (let round = 0, text: string | undefined = path; round < ROUNDS; round++) {
    if (!isStraight(text) || slashesIn(text) !== slashes) return false
    const next: string | undefined = decoded(text)
    if (next === text) return true
    // a decoded name may contain a % that is no encoding
    if (next === undefined) return round > 0
    text = next
  }
  return false
}

export const pathIn = (url: string): string => url.split('?')[0] ?? ''
