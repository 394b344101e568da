import { changesByGet, rewritePath } from '../../core/contract/api.ts'
import type { EndpointModel } from '../db/tables/models.ts'

export interface Match {
  endpoint: EndpointModel
  params: Record<string, string>
}

const PARAMETER = /\{(\w+)\}/g
const TENANT = '{tenant}'
const escape = (text: string): string => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&')

/** Both forms of a path: as the specification writes it, and as the console sends it (R7.02). */
const spellings = (path: string): string[] => [...new Set([path, rewritePath(path)])]

interface Pattern {
  method: string
  match: RegExp
  endpoint: EndpointModel
}

/**
 * Finds the endpoint of a request. Rebuilt with every configuration, so that endpoints can change without a restart.
 */
export class RouteTable {
  #fixed = new Map<string, EndpointModel>()
  #patterns: Pattern[] = []

  constructor(endpoints: readonly EndpointModel[], tenants: readonly string[]) {
    const pathsOf = ({ path }: EndpointModel): string[] => withTenants(path, tenants).flatMap(spellings)
    for (const endpoint of endpoints) for (const path of pathsOf(endpoint)) this.#add(endpoint.method, endpoint, path)
    // calls that change something by GET are reachable by POST too, unless another call has that path and method
    for (const endpoint of endpoints.filter(changesByGet)) {
      for (const path of pathsOf(endpoint)) if (!this.find('POST', path)) this.#add('POST', endpoint, path)
    }
  }

  #add(method: string, endpoint: EndpointModel, path: string): void {
    if (!path.includes('{')) {
      this.#fixed.set(`${method} ${path}`, endpoint)
      return
    }
    const source = escape(path).replace(PARAMETER, '(?<$1>[^/]+)')
    this.#patterns.push({ method, match: new RegExp(`^${source}$`), endpoint })
  }

  find(method: string, path: string): Match | undefined {
    const fixed = this.#fixed.get(`${method} ${path}`)
    if (fixed) return { endpoint: fixed, params: {} }
    for (const pattern of this.#patterns) {
      const found = pattern.method === method ? pattern.match.exec(path) : null
      if (found) return { endpoint: pattern.endpoint, params: { ...found.groups } }
    }
    return undefined
  }
}

/** Expands `{tenant}` to the prefixes in the configuration, and to plain /api. */
const withTenants = (path: string, tenants: readonly string[]): string[] =>
  path.startsWith(TENANT)
    ? [...new Set([...tenants, '/api'])].map(tenant => tenant + path.slice(TENANT.length))
    : [path]
