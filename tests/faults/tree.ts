import { PRODUCT_WORDS } from '../../src/products.words.ts'
import { readConfig } from '../../src/cli/read-config.ts'
import { checkProject, type Checked, type SourceFile } from '../../src/core/index.ts'
import { layerOf } from '../../src/core/overlay/layer.ts'
import type { MergedDocument } from '../../src/core/validate/facts/context.ts'
import { RuleContext } from '../../src/core/validate/facts/context.ts'
import { scopeOfLayer } from '../../src/core/overlay/scopes.ts'
import { getString } from '../../src/core/source/node.ts'
import { ROOT } from '../folders.ts'
import { sheetsOf, type Sheet } from './spots.ts'

/** The repository's own configuration, nothing of which is wrong. */
export interface Tree {
  files: readonly SourceFile[]
  sheets: readonly Sheet[]
  checked: Checked
  context: RuleContext
  /** merged documents of a kind, as the product has them */
  of: (kind: MergedDocument['kind']) => MergedDocument[]
}

export const check = (files: readonly SourceFile[], before?: Checked): Checked =>
  checkProject(files, before?.project, PRODUCT_WORDS)

export function readTree(): Tree {
  const files = readConfig(ROOT)
  const checked = check(files)
  const { resolver } = checked
  const pageKind = (name: string): string | undefined => {
    const [first] = checked.project.documents.get(name) ?? []
    const scope = first ? scopeOfLayer(layerOf(first.layer)!) : {}
    return getString(resolver.resolve(name, scope)?.node, 'kind')
  }
  const context = new RuleContext(resolver, PRODUCT_WORDS)
  const of: Tree['of'] = kind => context.of(kind).filter(({ view }) => Object.keys(view.scope).length === 0)
  return { files, sheets: sheetsOf(files, pageKind), checked, context, of }
}
