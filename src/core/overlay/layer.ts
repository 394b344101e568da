import type { Scope } from '../model/scope.ts'

/**
 * A layer is a folder of files, and its name is that folder: 'base' (built in), 'schemas' (the product),
 * 'customers/areas/<prefix>', 'customers/<id>', 'customers/<id>/areas/<prefix>'.
 */
export interface Layer {
  name: string
  customer?: string
  area?: string
}

/** What every product needs (users, roles, sign-in, …). It is part of the engine, not of the configuration folder. */
export const BASE: Layer = { name: 'base' }
export const PRODUCT: Layer = { name: 'schemas' }

const PATTERNS: [RegExp, (m: string[]) => Layer][] = [
  [/^customers\/areas\/([^/]+)$/, m => ({ name: m[0]!, area: m[1]! })],
  [/^customers\/([^/]+)\/areas\/([^/]+)$/, m => ({ name: m[0]!, customer: m[1]!, area: m[2]! })],
  [/^customers\/([^/]+)$/, m => ({ name: m[0]!, customer: m[1]! })],
]

const known = new Map<string, Layer | undefined>([BASE, PRODUCT].map(layer => [layer.name, layer]))

/** Parses a layer's folder name. Cached, because it is called for every document of every page. */
export function layerOf(name: string): Layer | undefined {
  if (!known.has(name)) known.set(name, readLayer(name))
  return known.get(name)
}

function readLayer(name: string): Layer | undefined {
  for (const [pattern, make] of PATTERNS) {
    const match = pattern.exec(name)
    if (match) return make(match)
  }
  return undefined
}

/** Whether the layer applies only to some customers or areas; the base and the product apply to everyone. */
export const isOverlay = (layer: Layer): boolean => layer.customer !== undefined || layer.area !== undefined

const FOLDERS = /^(base|schemas|customers\/(?:areas\/[^/]+|[^/]+\/areas\/[^/]+|[^/]+))\/(.+)$/

/** Splits 'customers/<id>/areas/<prefix>/pages/a/b.yaml' into its layer and the name in that layer. */
export function placeOf(path: string): { layer: Layer; name: string } | undefined {
  const match = FOLDERS.exec(path.replace(/\.ya?ml$/, ''))
  const layer = match && layerOf(match[1]!)
  return layer ? { layer, name: match[2]! } : undefined
}

/**
 * Precedence, defined only here: base, product, areas by growing prefix, the customer, the customer's areas by growing
 * prefix. Later layers override earlier ones.
 */
export const PRECEDENCE: ((layer: Layer) => boolean)[] = [
  l => l.name === BASE.name,
  l => l.name === PRODUCT.name,
  l => l.area !== undefined && l.customer === undefined,
  l => l.area === undefined && l.customer !== undefined,
  l => l.area !== undefined && l.customer !== undefined,
]

const rank = (layer: Layer): number => PRECEDENCE.findIndex(is => is(layer))

export const compareLayers = (a: Layer, b: Layer): number =>
  rank(a) - rank(b) || (a.area?.length ?? 0) - (b.area?.length ?? 0) || a.name.localeCompare(b.name)

export function appliesTo(layer: Layer, scope: Scope): boolean {
  if (layer.customer !== undefined && layer.customer !== scope.customer) return false
  return layer.area === undefined || (scope.area ?? '').startsWith(layer.area)
}

/** The layers of a scope in order of precedence. */
export const chainOf = (layers: readonly Layer[], scope: Scope): Layer[] =>
  layers.filter(layer => appliesTo(layer, scope)).sort(compareLayers)
