/**
 * Which modules of the console are sent as one file. Cut by use alone, the bundler makes fifty files of what a first
 * list needs, and asking for each costs the browser more than its bytes. So there are two: what every page needs,
 * sign-in included, and what the console and its lists need beside it. All pictures of numbers are a third. Of the rest
 * each page has its own.
 */
import { fileURLToPath } from 'node:url'
import type { ChunkingContext, CodeSplittingGroup } from 'rolldown'

const inConsole = (path: string): string => fileURLToPath(new URL(`../src/console/${path}`, import.meta.url))
const SIGN_IN = inConsole('signin/login.ts')
const CONSOLE = [inConsole('shell/Console.tsx'), inConsole('pages/list/ListView.tsx')]

/** Pictures of numbers and what they stand on: a dashboard draws many kinds, and each is small. */
const PICTURES = /\/src\/console\/charts\/|\/node_modules\/(d3-\w+|internmap)\//

/** All modules that these import, also over others; not those that are only loaded when they are asked for. */
function reached(from: readonly string[], context: ChunkingContext): ReadonlySet<string> {
  const found = new Set<string>()
  const next = [...from]
  for (let id = next.pop(); id !== undefined; id = next.pop()) {
    if (found.has(id)) continue
    found.add(id)
    next.push(...(context.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}

/** Groups of modules for one build, those of a higher priority first. */
export function chunkGroups(): CodeSplittingGroup[] {
  let sets: { signIn: ReadonlySet<string>; console: ReadonlySet<string> } | undefined
  const setsOf = (context: ChunkingContext) =>
    (sets ??= { signIn: reached([SIGN_IN], context), console: reached(CONSOLE, context) })
  return [
    { name: 'start', tags: ['$initial'], priority: 3 },
    {
      debugName: 'start, shared',
      name: (id, context) => {
        const { signIn, console } = setsOf(context)
        return signIn.has(id) && console.has(id) ? 'start' : null
      },
      priority: 2,
    },
    {
      debugName: 'console',
      name: (id, context) => (setsOf(context).console.has(id) ? 'console' : null),
      priority: 1,
    },
    { debugName: 'pictures', name: id => (PICTURES.test(id) ? 'pictures' : null), priority: 0 },
  ]
}
