import type { Language } from '../args.ts'
import type { Release } from './release-folder.ts'

type Words = Readonly<Record<Language, string>>

/** Numbers of `1.2.3`; what follows a dash counts for nothing. */
const numbersOf = (version: string): number[] =>
  version
    .replace(/^[^\d]*/, '')
    .split('-')[0]!
    .split('.')
    .map(Number)

/** Below, above or at 0, as `a` comes before `b`, after it or neither. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)]
  const at = [0, 1, 2].find(i => (left[i] ?? 0) !== (right[i] ?? 0)) ?? 0
  return (left[at] ?? 0) - (right[at] ?? 0)
}

/** Why a release does not follow the one that is installed; nothing where it does. */
export function refusalOf(installed: Release, next: Release, nodeVersion: string): Words | undefined {
  const { version, node } = next
  if (next.name !== installed.name) return { zh: `这是 ${next.name} 的安装包`, en: `This is a release of ${next.name}` }
  if (compareVersions(version, installed.version) <= 0)
    return {
      zh: `安装包的版本 ${version} 不比现用的 ${installed.version} 新；要回到以前的版本请用 rollback`,
      en: `${version} is not newer than ${installed.version}, which is installed; to go back use rollback`,
    }
  if (compareVersions(nodeVersion, node) < 0)
    return {
      zh: `版本 ${version} 需要 Node ${node}，这里是 ${nodeVersion}，请先更换 Node`,
      en: `${version} needs Node ${node}, and this is ${nodeVersion}: change Node first`,
    }
  return undefined
}
