/** URLs and routes: a route is the path of its page without the leading slash. */
export const routeOf = (pathname: string): string => pathname.replace(/^\/+|\/+$/g, '')

/** The route that an address stands for: a bare one is that of the first page. */
export const hereOf = (pathname: string): string => routeOf(pathname) || 'index/index'

export const recordUrl = (to: string, key: string, value: unknown): string => queryUrl(to, { [key]: value ?? '' })

/** What has no value is left out. */
export function queryUrl(to: string, values: Record<string, unknown>): string {
  const given = Object.entries(values).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)]],
  )
  return `/${routeOf(to)}${given.length > 0 ? `?${new URLSearchParams(given).toString()}` : ''}`
}

/** How deep a page stands: pages of menus 0, pages that belong to another (`of`) one deeper. */
export function depthOf(page: { kind: string; of?: string }): number {
  return page.of || page.kind === 'detail' || page.kind === 'form' ? 1 : 0
}
