/** Everything up to the hosts, the hosts, and what follows. A password may hold an @. */
const PARTS = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/i
const ATTRIBUTES = 'target_session_attrs'

export interface Addresses {
  /** of one machine each, in the order in which they are named */
  readonly each: readonly string[]
  /** which of them is wanted, as libpq says it */
  readonly wanted: string | undefined
}

/**
 * Takes an address apart that names several machines of one database, in libpq's form, which neither URLs nor the
 * driver know: `postgres://user@one:5432,two:5432/name?target_session_attrs=read-write`.
 */
export function addressesOf(url: string): Addresses {
  const [, before = '', hosts = '', after = ''] = PARTS.exec(url) ?? []
  const [path = '', query = ''] = after.split('?')
  const settings = new URLSearchParams(query)
  const wanted = settings.get(ATTRIBUTES) ?? undefined
  if (wanted === undefined && !hosts.includes(',')) return { each: [url], wanted }
  settings.delete(ATTRIBUTES)
  const rest = settings.size > 0 ? `${path}?${settings.toString()}` : path
  return { each: hosts.split(',').map(host => `${before}${host}${rest}`), wanted }
}

/** The address without its password, for messages. */
export function named(url: string): string {
  const { each } = addressesOf(url)
  const parsed = each.map(one => new URL(one))
  return parsed.map(({ hostname, port }) => `${hostname}:${port || '5432'}`).join(',') + (parsed[0]?.pathname ?? '')
}
