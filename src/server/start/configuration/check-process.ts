import { serialize, setFlagsFromString } from 'node:v8'
import {
  checkProject,
  hasErrors,
  type Diagnostic,
  type Earlier,
  type KnownCode,
  type SourceFile,
} from '../../../core/index.ts'
import { compiledLess } from '../settings/compiled-less.ts'

export interface CheckOrder {
  /** of all files, in their order */
  paths: string[]
  /** files that this process has not been sent, or not so */
  files: SourceFile[]
  /** paths of files that changed since the server last took their trees */
  changed: string[]
  code: KnownCode | undefined
}
export interface CheckReply {
  diagnostics: Diagnostic[]
  /** serialised, so that the server can deserialise them one by one without blocking */
  trees: [path: string, tree: Uint8Array][]
}

/**
 * Parses and checks a whole configuration, which takes seconds. In a process rather than a worker thread, because deep
 * nesting in a file can crash V8, which would end all threads of the process.
 */
let before: Earlier | undefined
/** the same with each order */
let known: KnownCode | undefined
const sent = new Map<string, SourceFile>()
process.on('message', ({ paths, files, changed, code }: CheckOrder) => {
  for (const file of files) sent.set(file.path, file)
  const all = paths.flatMap(path => sent.get(path) ?? [])
  const { diagnostics, project, resolver, verdicts } = checkProject(all, before, (known ??= code))
  before = { project, resolver, verdicts }
  const trees = hasErrors(diagnostics)
    ? []
    : changed.flatMap((path): CheckReply['trees'] => {
        const tree = project.trees.get(path)
        return tree ? [[path, serialize(tree)]] : []
      })
  process.send?.({ diagnostics, trees } satisfies CheckReply)
  // the first check is over before what is hot has paid for itself; whoever saves again waits for that
  setFlagsFromString(compiledLess(1))
})
process.once('disconnect', () => process.exit(0))
