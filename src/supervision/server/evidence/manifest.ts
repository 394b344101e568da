import { createHash } from 'node:crypto'

export interface ManifestFile {
  id: string
  name: string
  size: number
  sha256: string
}

/** Position within a chain, part of every link. */
export interface Chained {
  version: 1
  customerId: string
  /** position in the customer's chain, from 1 */
  seq: number
  /** hash of the previous link */
  previous: string
  evidenceId: string
}

/** All facts of a capture. */
export interface EvidenceManifest extends Chained {
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

/** A link that records the discarding of an earlier manifest's files, so that it cannot be backdated. */
export interface Discarding extends Chained {
  /** id of the evidence */
  discards: string
  evidenceNo: string
  /** hash of its manifest */
  manifest: string
  expireDate: string
  discardedAt: string
  files: Omit<ManifestFile, 'id'>[]
}

/** `previous` of the first link. */
export const GENESIS = '0'.repeat(64)

export const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex')

/** Canonical JSON: sorted keys and no blanks, so that equal values have equal hashes. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const entries = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`
}

/** Parses a stored manifest; undefined if it is invalid. */
export function manifestIn(text: string): EvidenceManifest | undefined {
  try {
    const found = JSON.parse(text) as Partial<EvidenceManifest> | null
    return typeof found === 'object' && found && Array.isArray(found.files) ? (found as EvidenceManifest) : undefined
  } catch {
    return undefined
  }
}
