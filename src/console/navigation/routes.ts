/** URLs and routes: a route is the path of its page without the leading slash. */
export const routeOf = (pathname: string): string => pathname.replace(/^\/+|\/+$/g, '')

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
