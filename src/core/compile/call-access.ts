import type { EndpointDoc } from '../model/documents.ts'

type Access = NonNullable<EndpointDoc['access']>
type Work = Pick<EndpointDoc, 'handler' | 'entity' | 'access'>

const WIDTHS: Readonly<Record<Access, number>> = { page: 0, staff: 1, open: 2 }

export const isWider = (one: Access, other: Access): boolean => WIDTHS[one] > WIDTHS[other]
const accessOf = ({ access = 'page' }: Pick<EndpointDoc, 'access'>): Access => access
const workOf = ({ handler = '', entity = '' }: Work): string => `${handler} ${entity}`

/** What the product says of calls, by which those of a layer are bounded. */
export interface ProductCalls {
  calls: ReadonlyMap<string, Work>
  hasEntity(name: string): boolean
}

const widths = new WeakMap<ReadonlyMap<string, Work>, ReadonlyMap<string, Access>>()

/** How wide the product opens each work: a handler and the entity that it works on. */
function widthsOf(calls: ProductCalls['calls']): ReadonlyMap<string, Access> {
  let found = widths.get(calls)
  if (!found) {
    const byWork = new Map<string, Access>()
    for (const call of calls.values()) {
      const before = byWork.get(workOf(call))
      if (before === undefined || isWider(accessOf(call), before)) byWork.set(workOf(call), accessOf(call))
    }
    widths.set(calls, (found = byWork))
  }
  return found
}

/**
 * How wide a layer may open a call at most: a call of the product as the product does, a call of its own as the product
 * opens the same work. What works on an entity of the layer's own, and what is answered elsewhere, may be open to all
 * of its people. Nothing is open before somebody has signed in: until then no layer is known.
 */
export function widestAccess(name: string, call: Work, product: ProductCalls): Access {
  const known = product.calls.get(name)
  if (known) return accessOf(known)
  const { handler, entity } = call
  const isOwn = handler === undefined || (entity !== undefined && !product.hasEntity(entity))
  if (isOwn) return 'staff'
  const same = widthsOf(product.calls).get(workOf(call)) ?? 'page'
  return same === 'open' ? 'staff' : same
}

/** A layer's calls, none of them open wider than it may be. */
export function boundedCalls<T extends Work>(
  calls: ReadonlyMap<string, T>,
  product: ProductCalls,
): ReadonlyMap<string, T> {
  return new Map(
    [...calls].map(([name, call]) => {
      const most = widestAccess(name, call, product)
      return [name, isWider(accessOf(call), most) ? { ...call, access: most } : call]
    }),
  )
}
