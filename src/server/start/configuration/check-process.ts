import { serialize } from 'node:v8'
import {
  checkProject,
  hasErrors,
  type Diagnostic,
  type KnownCode,
  type Project,
  type SourceFile,
} from '../../../core/index.ts'

export interface CheckOrder {
  files: SourceFile[]
  /** paths of which the server has no tree yet */
  changed: string[]
  code: KnownCode | undefined
}
export interface CheckReply {
  diagnostics: Diagnostic[]
  /** serialised: the server takes them in one by one, in its own time */
  trees: [path: string, tree: Uint8Array][]
}

/**
 * A whole configuration is parsed and checked here, which takes seconds. In a process and not only on a thread: a file
 * with ten thousand brackets makes the engine end its process, whatever thread it is on.
 */
let before: Project | undefined
process.on('message', ({ files, changed, code }: CheckOrder) => {
  const { diagnostics, project } = checkProject(files, before, code)
  before = project
  const trees = hasErrors(diagnostics)
    ? []
    : changed.flatMap((path): CheckReply['trees'] => {
        const tree = project.trees.get(path)
        return tree ? [[path, serialize(tree)]] : []
      })
  process.send?.({ diagnostics, trees } satisfies CheckReply)
})
process.once('disconnect', () => process.exit(0))
