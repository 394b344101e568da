import { isDeepStrictEqual } from 'node:util'
import {
  compileProject,
  readProject,
  type Checked,
  type Configuration,
  type SourceFile,
} from '../../../src/core/index.ts'
import { parseChanged } from '../../../src/core/overlay/project.ts'
import { Resolver } from '../../../src/core/overlay/resolve.ts'
import { CALLS, CONSTANTS } from './constants.ts'
import { DRAWN } from './drawn.ts'
import { Look, type Said } from './look.ts'
import { CUSTOMERS, MENUS } from './regions.ts'

/**
 * The specification's constants and regional facts, each with where it is seen. A test holds them;
 * `npm run mutate-scalars` asks them of a configuration in which one value is another.
 */
export const SAID: readonly Said[] = [...CONSTANTS, ...CALLS, ...MENUS, ...CUSTOMERS, ...DRAWN]

/** The words of the first that does not hold, or cannot be looked at any more. */
export function brokenIn(configuration: Configuration): string | undefined {
  const look = new Look(configuration)
  return SAID.find(({ seen, is }) => {
    try {
      return !isDeepStrictEqual(JSON.parse(JSON.stringify(seen(look) ?? null)), is)
    } catch {
      return true
    }
  })?.words
}

/** The same of a sound configuration in which one file has another text. What has been compiled is used again. */
export function brokenBy(sound: Checked, changed: SourceFile): string | undefined {
  const files = [...sound.project.sources.values()].map(file => (file.path === changed.path ? changed : file))
  const project = readProject(files, () => {}, parseChanged(sound.project))
  return brokenIn(compileProject(project, new Resolver(project, sound.resolver), sound.configuration))
}
