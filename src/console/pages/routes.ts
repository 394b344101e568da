/** URLs and routes: a route is the path of its page without the leading slash. */
export const routeOf = (pathname: string): string => pathname.replace(/^\/+|\/+$/g, '')

export function recordUrl(to: string, key: string, value: unknown): string {
  return `/${routeOf(to)}?${new URLSearchParams({ [key]: String(value ?? '') }).toString()}`
}

/** How deep a page stands: pages of menus 0, pages that belong to another (`of`) one deeper. */
export function depthOf(page: { kind: string; of?: string }): number {
  return page.of || page.kind === 'detail' || page.kind === 'form' ? 1 : 0
}
