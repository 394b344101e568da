/** Where an address that a record holds leads: to a file of ours, to another site, or to nothing that a file may be. */
export interface Place {
  kind: 'own' | 'elsewhere' | 'nowhere'
  /** as it may be asked for; of what leads nowhere just what was written */
  url: string
}

const SCHEMES = new Set(['http:', 'https:', 'ftp:'])
/** A separator in disguise: what one reader takes for a name is a path to the next. */
const DISGUISED = /%(2f|5c)/i

function resolved(value: string, base: string | URL): URL | undefined {
  try {
    return new URL(value, base)
  } catch {
    return undefined
  }
}

/**
 * Records hold what people wrote, collected or planted: only what lies under the file base once it is resolved is a
 * file of ours and may be asked for in the reader's name. Nothing else of our own origin is a file, whatever it looks
 * like.
 */
export function placeOf(value: string, fileBase: string): Place {
  const base = new URL(`${fileBase}/`, location.origin)
  const url = resolved(value, /^[/\\]/.test(value) ? location.origin : base)
  if (!url || !SCHEMES.has(url.protocol)) return { kind: 'nowhere', url: value }
  const isBelow = url.origin === base.origin && url.pathname.startsWith(base.pathname) && !DISGUISED.test(url.pathname)
  if (isBelow) return { kind: 'own', url: url.origin === location.origin ? url.pathname + url.search : url.href }
  return url.origin === location.origin || url.origin === base.origin
    ? { kind: 'nowhere', url: value }
    : { kind: 'elsewhere', url: url.href }
}
