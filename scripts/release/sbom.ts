import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import type { Release } from '../../src/cli/install/release-folder.ts'
import type { Part } from './parts.ts'

interface Component {
  'bom-ref': string
  name: string
  version: string
}
interface Bom {
  serialNumber: string
  metadata: { timestamp: string; component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/** A UUID of a text, so that the same release has the same one. */
const uuidOf = (text: string): string =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-5$3-8$4-$5')

const named = ({ name, version }: { name: string; version: string }): string => `${name}@${version}`

/** What npm knows of all packages, without those that the release does not contain. */
export function bomOf(npm: Bom, parts: readonly Part[], release: Release, made: Date): Bom {
  const shipped = new Set(parts.map(named))
  const components = npm.components.filter(one => shipped.delete(named(one)))
  if (shipped.size > 0) throw new Error(`npm knows nothing of ${[...shipped].join(', ')}`)
  // npm calls it after the folder that it lies in
  const component = { ...npm.metadata.component, name: release.name, version: release.version }
  const refs = new Set([component, ...components].map(one => one['bom-ref']))
  const dependencies = npm.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(one => refs.has(one)) }))
  return {
    ...npm,
    serialNumber: `urn:uuid:${uuidOf([component['bom-ref'], ...refs].join('\n'))}`,
    metadata: { ...npm.metadata, timestamp: made.toISOString(), component },
    components,
    dependencies,
  }
}

/** What `npm sbom` says of the lock file, without any network; told to omit development, it leaves out React, too. */
export function npmBom(root: string): Bom {
  // whoever has built the console in this process has it in production, and npm would then leave out what built it
  const all = ['dev', 'optional', 'peer'].map(kind => `--include=${kind}`)
  const asked = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', ...all]
  const { status, stdout, stderr } = spawnSync('npm', asked, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 })
  if (status !== 0) throw new Error(`npm sbom: ${stderr}`)
  return JSON.parse(stdout) as Bom
}
