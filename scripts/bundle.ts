import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { OutputChunk, RolldownOutput } from 'rolldown'
import { build, type Plugin } from 'vite'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

export interface Bundling {
  /** name of each program → its source, below the repository */
  programs: Record<string, string>
  into: string
  /** what `import.meta.url` of a source becomes, as code: each file goes on to find what stands beside it */
  standsAt: (path: string) => string
  /** with all libraries but these; without, libraries are left where they are */
  without?: readonly string[]
  /** names that stand for a value, as code */
  define?: Record<string, string>
  /** is told of each module, also of one of which nothing is left but what it passes on: that never went in */
  onRead?: (id: string) => void
}

const placed = ({ standsAt, onRead }: Bundling): Plugin => ({
  name: 'where-it-stands',
  enforce: 'pre',
  transform: (code, id) => {
    onRead?.(id)
    return id.endsWith('.ts') && id.startsWith(ROOT)
      ? code.replaceAll('import.meta.url', standsAt(relative(ROOT, id)))
      : undefined
  },
})

/** Puts sources of the server together, in one file where there is one program; tells which modules went in. */
export async function bundle(bundling: Bundling): Promise<string[]> {
  const { programs, into, without, define = {} } = bundling
  const isOne = Object.keys(programs).length === 1
  const made = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    plugins: [placed(bundling)],
    define,
    ...(without ? { ssr: { noExternal: true, external: [...without] } } : {}),
    build: {
      ssr: true,
      outDir: into,
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      rolldownOptions: {
        input: programs,
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs', codeSplitting: !isOne },
      },
    },
  })
  const outputs = (Array.isArray(made) ? made : [made]) as RolldownOutput[]
  return outputs
    .flatMap(({ output }) => output)
    .filter((one): one is OutputChunk => one.type === 'chunk')
    .flatMap(({ moduleIds }) => moduleIds)
}
