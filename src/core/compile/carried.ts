import type { Project } from '../overlay/project.ts'
import { changedNames } from '../overlay/project.ts'
import type { CompiledPage } from './scope.ts'

/** Documents that pages are made of by themselves alone: of any other, more follows than a page names. */
const BY_THEMSELVES = /^(?:pages|locales|manuals)\//

/** Pages of an earlier project that come to the same in this one, by their keys. */
export function carriedPages(
  before: { project: Project; pages: ReadonlyMap<string, CompiledPage> },
  project: Project,
): Map<string, CompiledPage> {
  const changed = changedNames(before.project, project)
  if (!changed || [...changed].some(name => !BY_THEMSELVES.test(name))) return new Map()
  const hasPages = [...changed].some(name => name.startsWith('pages/'))
  // a statistic leads to a list, which its page does not name
  const isSame = ({ names }: CompiledPage): boolean =>
    ![...names].some(name => changed.has(name) || (hasPages && name.startsWith('statistics/')))
  return new Map([...before.pages].filter(([, page]) => isSame(page)))
}
