import { distinctScopes } from '../overlay/scopes.ts'
import type { Project } from '../overlay/project.ts'
import type { Manifest, MenuEntry } from '../contract/configuration.ts'
import type { Configuration } from './configuration.ts'
import { hashOf } from './hash.ts'
import type { Logo } from './logos.ts'

/** A file of the static configuration; `path` is relative to the folder that is served as /config. */
export interface StaticFile {
  path: string
  text: string
  /** utf8 when left out */
  encoding?: 'base64'
}
/** customers/<id>.json, or customers/none.json: area prefix ('' for none) → the scope's file. */
export type ScopeIndex = Record<string, string>
/** scopes/<hash>.json */
export interface StaticScope {
  manifest: Manifest
  menu: MenuEntry[]
}

/**
 * The configuration as plain files, for static hosting in front of an existing API: one index for each customer, one
 * file for each distinct scope, one for each distinct page, language or manual. All but the indexes are immutable.
 *
 * A static host checks no token, so these files can be read by anyone who knows the customer's id: they must hold no
 * secrets.
 */
export function staticFiles(project: Project, configuration: Configuration): StaticFile[] {
  const files = new Map<string, string>()
  const logos = new Map<string, StaticFile>()
  const indexes = new Map<string, ScopeIndex>()
  for (const scope of distinctScopes(project)) {
    const scoped = configuration.scope(scope)
    const content: StaticScope = { manifest: scoped.manifest, menu: scoped.menu }
    const text = JSON.stringify(content)
    const path = `scopes/${hashOf(text)}.json`
    files.set(path, text)
    for (const { hash } of Object.values(scoped.manifest.pages)) files.set(`page/${hash}`, scoped.blob(hash)!)
    for (const hash of Object.values(scoped.manifest.locales)) files.set(`texts/${hash}`, scoped.blob(hash)!)
    for (const manual of Object.values(scoped.app.manuals ?? {}))
      if (typeof manual === 'object') files.set(`manual/${manual.hash}`, scoped.blob(manual.hash)!)
    const logo = scoped.logo()
    if (logo) logos.set(logo.name, logoFile(logo))
    const index = `customers/${scope.customer ?? 'none'}.json`
    indexes.set(index, { ...indexes.get(index), [scope.area ?? '']: path })
  }
  for (const [path, index] of indexes) files.set(path, JSON.stringify(index))
  return [...[...files].map(([path, text]) => ({ path, text })), ...logos.values()]
}

const logoFile = ({ name, text, encoding }: Logo): StaticFile => ({
  path: `logo/${name}`,
  text,
  ...(encoding === 'base64' ? { encoding } : {}),
})
