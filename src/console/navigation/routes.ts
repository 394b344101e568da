/**
 * URLs and routes: a route is the path of its page without the leading slash. Behind a slash it is a path of this
 * console whatever it says: browsers drop tabs and line breaks, and take a backslash for a slash.
 */
export const routeOf = (pathname: string): string => pathname.replace(/[\t\n\r]/g, '').replace(/^[/\\]+|\/+$/g, '')

/**
 * The part behind the origin of an address of this console, as the browser understands it; undefined for all others.
 * Whatever follows an address that it has not made itself asks here.
 */
export function ownAddress(text: string): string | undefined {
  try {
    const { origin, pathname, search, hash } = new URL(text, location.origin)
    // two slashes at its beginning would name another host
    return origin === location.origin ? pathname.replace(/^\/+/, '/') + search + hash : undefined
  } catch {
    return undefined
  }
}

/** The route of an address; '' is the start page. */
export const hereOf = (pathname: string): string => routeOf(pathname) || 'index/index'

export const recordUrl = (to: string, key: string, value: unknown): string => queryUrl(to, { [key]: value ?? '' })

/** Builds a URL, leaving out empty values. */
export function queryUrl(to: string, values: Record<string, unknown>): string {
  const given = Object.entries(values).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)]],
  )
  return `/${routeOf(to)}${given.length > 0 ? `?${new URLSearchParams(given).toString()}` : ''}`
}

/** Depth of a page: 0 for pages in menus, 1 for pages that belong to another (`parent`). */
export function depthOf(page: { kind: string; of?: string }): number {
  return page.of || page.kind === 'detail' || page.kind === 'form' ? 1 : 0
}
