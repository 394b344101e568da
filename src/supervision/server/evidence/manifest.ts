import { createHash } from 'node:crypto'

export interface ManifestFile {
  id: string
  name: string
  size: number
  sha256: string
}

/** What every link of a chain says of its place. */
export interface Chained {
  version: 1
  customerId: string
  /** place in the customer's chain, from 1 */
  seq: number
  /** the hash of the manifest before it */
  previous: string
  evidenceId: string
}

/** Everything that is known of a capture when it is fixed. */
export interface Manifest extends Chained {
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

/**
 * That the files of an earlier manifest went after their retention: chained as well, so that nobody can say so
 * afterwards.
 */
export interface Discarding extends Chained {
  /** the evidence whose files went */
  discards: string
  evidenceNo: string
  /** hash of its manifest */
  manifest: string
  expireDate: string
  discardedAt: string
  files: Omit<ManifestFile, 'id'>[]
}

/** The first of a chain has none before it. */
export const GENESIS = '0'.repeat(64)

export const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex')

/** One text for one value: names in order, no blanks. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const entries = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`
}

/** What a stored manifest says; nothing where it is none any more. */
export function manifestIn(text: string): Manifest | undefined {
  try {
    const found = JSON.parse(text) as Partial<Manifest> | null
    return typeof found === 'object' && found && Array.isArray(found.files) ? (found as Manifest) : undefined
  } catch {
    return undefined
  }
}
