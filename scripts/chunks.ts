/**
 * Which modules of the console are sent as one file. Cut by use alone, the bundler makes fifty files of what a first
 * list needs, and asking for each costs the browser more than its bytes. So there are three: what every page needs,
 * sign-in included, what the console and its lists need beside it, and the libraries of these. Records are another, forms
 * too with the library of their controls beside them, and all pictures of numbers. Of the rest each page has its own.
 */
import { fileURLToPath } from 'node:url'
import type { ChunkingContext, CodeSplittingGroup } from 'rolldown'

const inConsole = (path: string): string => fileURLToPath(new URL(`../src/console/${path}`, import.meta.url))
const SIGN_IN = inConsole('signin/login.ts')
const CONSOLE = [inConsole('shell/Console.tsx'), inConsole('pages/list/ListView.tsx')]
const DETAIL = [inConsole('pages/detail/DetailView.tsx')]
/** with the controls that nearly every form has */
const FORM = [inConsole('forms/FormView.tsx'), inConsole('fields/controls/basic.tsx')]

/** Pictures of numbers and what they stand on: a dashboard draws many kinds, and each is small. */
const PICTURES = /\/src\/console\/charts\/|\/node_modules\/(d3-\w+|internmap)\//

/** Changes with a release of its own only: a browser that has it keeps it when the console changes. */
const FROM_OTHERS = /\/node_modules\//

/** The library that controls stand on: filters need it without a form, and it changes seldom. */
const LIBRARY = /\/node_modules\/(antd|rc-[\w-]+|@rc-component|@ant-design)\//

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
  let sets: Record<'signIn' | 'console' | 'detail' | 'form', ReadonlySet<string>> | undefined
  const setsOf = (context: ChunkingContext) =>
    (sets ??= {
      signIn: reached([SIGN_IN], context),
      console: reached(CONSOLE, context),
      detail: reached(DETAIL, context),
      form: reached(FORM, context),
    })
  return [
    {
      debugName: 'libraries',
      name: (id, context) => {
        const { signIn, console } = setsOf(context)
        return FROM_OTHERS.test(id) && console.has(id) && !signIn.has(id) ? 'libraries' : null
      },
      priority: 4,
    },
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
    {
      debugName: 'records',
      name: (id, context) => {
        const { detail, form } = setsOf(context)
        if (detail.has(id)) return 'detail'
        if (!form.has(id)) return null
        return LIBRARY.test(id) ? 'controls' : 'form'
      },
      priority: 0,
    },
    { debugName: 'pictures', name: id => (PICTURES.test(id) ? 'pictures' : null), priority: 0 },
  ]
}
