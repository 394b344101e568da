import { createHash } from 'node:crypto'

export interface ManifestFile { id: string; name: string; size: number; sha256: string }

/** Everything that is known of a capture when it is fixed, and the hash of the manifest before it. */
export interface Manifest {
  version: 1
  customerId: string
  /** place in the customer's chain, from 1 */
  seq: number
  previous: string
  evidenceId: string
  evidenceNo: string
  targetUrl: string
  finalUrl: string
  targetIp: string
  pageTitle: string
  startedAt: string
  endedAt: string
  fixedAt: string
  officer: string
  environment: unknown
  log: unknown
  files: ManifestFile[]
}

/** The first of a chain has none before it. */
export const GENESIS = '0'.repeat(64)

export const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex')

/** One text for one value: names in order, no blanks. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const entries = Object.entries(value).filter(([, member]) => member !== undefined).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`
}

/** What a stored manifest says; nothing where it is none any more. */
export function manifestIn(text: string): Manifest | undefined {
  try {
    const found = JSON.parse(text) as Partial<Manifest> | null
    return typeof found === 'object' && found && Array.isArray(found.files) ? found as Manifest : undefined
  } catch {
    return undefined
  }
}
