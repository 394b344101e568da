import { build, type Rolldown } from 'vite'
import { moduleOf, POLYFILLED } from './floor.ts'

const ID = '\0polyfills'

export interface Polyfills {
  code: string
  modules: readonly string[]
}

/**
 * A plain script and no module: the browser runs it where it stands in the page. Modules wait for the page's end, and
 * the console's own, which begins earlier where an answer comes with the page, would not find the built-ins.
 */
async function built(): Promise<Polyfills> {
  const output = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [
      {
        name: 'polyfills',
        resolveId: id => (id === ID ? id : undefined),
        load: id => (id === ID ? POLYFILLED.map(name => `import '${moduleOf(name)}'`).join('\n') : undefined),
      },
    ],
    build: {
      write: false,
      target: 'es2015',
      modulePreload: false,
      rolldownOptions: { input: ID, output: { format: 'iife' } },
    },
  })
  const [chunk] = (output as Rolldown.RolldownOutput).output
  return { code: chunk.code, modules: chunk.moduleIds }
}

let once: Promise<Polyfills> | undefined
/** The script that brings the built-ins. */
export const polyfills = (): Promise<Polyfills> => (once ??= built())
