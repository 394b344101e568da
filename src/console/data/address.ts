/** Target of an address stored in a record: a file of ours, another site, or neither. */
export interface AddressTarget {
  kind: 'own' | 'elsewhere' | 'nowhere'
  /** resolved address; for `nowhere`, the text as stored */
  url: string
}

const SCHEMES = new Set(['http:', 'https:', 'ftp:'])
/** Encoded slashes: some servers decode them into path separators. */
const DISGUISED = /%(2f|5c)/i

/** There is one file base, asked for by each cell that shows an address. */
const bases = new Map<string, URL>()
function baseOf(fileBase: string): URL {
  const known = bases.get(fileBase) ?? new URL(`${fileBase}/`, location.origin)
  bases.set(fileBase, known)
  return known
}

function resolved(value: string, base: string | URL): URL | undefined {
  try {
    return new URL(value, base)
  } catch {
    return undefined
  }
}

/**
 * Stored addresses are not trustworthy: users may have typed or planted them. Only an address that lies below the file
 * base after resolution is one of our files and is requested with the user's token. Other addresses of our origin are
 * never files.
 */
export function addressTarget(value: string, fileBase: string): AddressTarget {
  const base = baseOf(fileBase)
  const url = resolved(value, /^[/\\]/.test(value) ? location.origin : base)
  if (!url || !SCHEMES.has(url.protocol)) return { kind: 'nowhere', url: value }
  const isBelow = url.origin === base.origin && url.pathname.startsWith(base.pathname) && !DISGUISED.test(url.pathname)
  if (isBelow) return { kind: 'own', url: url.origin === location.origin ? url.pathname + url.search : url.href }
  return url.origin === location.origin || url.origin === base.origin
    ? { kind: 'nowhere', url: value }
    : { kind: 'elsewhere', url: url.href }
}
