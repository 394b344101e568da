import type { UserInfo } from '../../core/contract/api.ts'
import type { AppFacts } from '../../core/contract/configuration.ts'

type Named = NonNullable<AppFacts['manuals']>[string]

/**
 * The user's manual (R6.10): that of the first role with one by its name, then by its code, else that of the level of
 * their area. A URL, a path below the file base, or the hash of a manual of ours.
 */
export function manualOf(facts: AppFacts, user: UserInfo | undefined): Named | undefined {
  const manuals = facts.manuals ?? {}
  const names = user ? readerNames(user) : []
  const found = names.map(name => (Object.hasOwn(manuals, name) ? manuals[name] : undefined)).find(Boolean)
  if (typeof found !== 'string' || /^(https?:\/\/|\/(?![/\\]))/.test(found)) return found
  return `${facts.api.fileBase}/${found.split('/').map(encodeURIComponent).join('/')}`
}

const readerNames = ({ sysRoles, sysArea }: UserInfo): string[] => [
  ...sysRoles.map(({ name }) => name),
  ...sysRoles.map(({ code }) => code),
  String(sysArea.areaLevel),
]
