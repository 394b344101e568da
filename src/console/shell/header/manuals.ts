import type { UserInfo } from '../../../core/contract/api.ts'
import type { AppFacts } from '../../../core/contract/configuration.ts'

/** The manual of the user's first role with one (R6.10): a URL, or a path below the file base. */
export function manualOf(facts: AppFacts, user: UserInfo | undefined): string | undefined {
  const manuals = facts.manuals ?? {}
  const file = user?.sysRoles.map(role => manuals[role.name]).find(Boolean)
  if (!file || /^(https?:\/\/|\/(?![/\\]))/.test(file)) return file || undefined
  return `${facts.api.fileBase}/${file.split('/').map(encodeURIComponent).join('/')}`
}
