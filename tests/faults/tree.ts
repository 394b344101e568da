import { PRODUCT_WORDS } from '../../src/products.words.ts'
import { readConfig } from '../../src/cli/read-config.ts'
import { checkProject, type Checked, type SourceFile } from '../../src/core/index.ts'
import { BASE, layerOf } from '../../src/core/overlay/layer.ts'
import { mergedDocuments } from '../../src/core/validate/facts/merged.ts'
import type { MergedDocument } from '../../src/core/validate/facts/context.ts'
import { RuleContext, wordsOf } from '../../src/core/validate/facts/context.ts'
import { scopeOfLayer } from '../../src/core/overlay/scopes.ts'
import type { Resolver } from '../../src/core/overlay/resolve.ts'
import { getEntry, getString, type Node } from '../../src/core/source/node.ts'
import { ROOT } from '../folders.ts'
import { sheetsOf, type Sheet, type Spot } from './spots.ts'

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
  checkProject(files, before, PRODUCT_WORDS)

export function readTree(): Tree {
  const files = readConfig(ROOT)
  const checked = check(files)
  const { resolver } = checked
  const pageKind = (name: string): string | undefined => {
    const [first] = checked.project.documents.get(name) ?? []
    const scope = first ? scopeOfLayer(layerOf(first.layer)!) : {}
    return getString(resolver.resolve(name, scope)?.node, 'kind')
  }
  const context = new RuleContext(resolver, wordsOf(resolver, PRODUCT_WORDS), mergedDocuments(resolver))
  const of: Tree['of'] = kind => context.of(kind).filter(({ view }) => Object.keys(view.scope).length === 0)
  const sheets = sheetsOf(files, pageKind).map(sheet =>
    sheet.layer === BASE.name
      ? { ...sheet, spots: sheet.spots.filter(spot => isInForce(resolver, sheet, spot)) }
      : sheet,
  )
  return { files, sheets, checked, context, of }
}

/** Whether anybody has what the base says there: what the product says otherwise cannot be wrong in the base. */
function isInForce(resolver: Resolver, { file, name, kind }: Sheet, { path }: Spot): boolean {
  let node: Node | undefined = (
    kind === 'entity' ? resolver.entity(name.split('/')[1]!, {}) : resolver.resolve(name, {})
  )?.node
  for (const key of path) {
    if (node?.type !== 'map') break
    const next: Node | undefined = getEntry(node, key)?.value
    // what merging leaves out, it has read
    if (!next) return key === 'extends' || key === 'abstract' || key === 'mixins'
    node = next
  }
  return node?.type === 'map' || node?.origin.file === file.path
}
