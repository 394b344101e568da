import { UsageError } from '../args.ts'
import { CURRENT, linked } from './places.ts'
import { releaseIn, type Release } from './release-folder.ts'

/** Where things lie: this release, what outlives it, the data. */
export interface Installed {
  root: string
  home: string
  dataDir: string
}

/** The release in use: another one of the home may be the one that is asked. */
export const inUse = ({ root, home }: Installed): string => linked(home, CURRENT) ?? root

/** Refused where the folder is no release. */
export function installedIn(folder: string): Release {
  const installed = releaseIn(folder)
  if (!installed)
    throw new UsageError('这里不是安装包，请用 git 和 npm 升级 / this is no release: upgrade it by git and npm')
  return installed
}

/** Of now, for the name of what is kept. */
export const stampOf = (): string => new Date().toISOString().slice(0, 19).replaceAll(':', '-')
