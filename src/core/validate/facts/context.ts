import type { Project } from '../../overlay/project.ts'
import type { Resolver } from '../../overlay/resolve.ts'
import type { DocumentKind } from '../../source/document.ts'
import { getString } from '../../source/node.ts'
import type { Mention } from './facts.ts'
import { NO_WORDS, type KnownCode, type ProductWords } from './known-code.ts'
import { mergedDocuments, type MergedDocument } from './merged.ts'
import type { MentionKind } from './meta.ts'

export type { MergedDocument } from './merged.ts'

/** What rules across files see. Gathered once, when the first rule asks. */
export class RuleContext {
  readonly project: Project
  readonly resolver: Resolver
  readonly documents: readonly MergedDocument[]

  /** what the code has, where whoever checks knows it */
  readonly code: KnownCode | undefined
  /** what the code of the product has that app.yaml names; nothing where the code, or such a product, is not known */
  readonly words: ProductWords | undefined

  constructor(resolver: Resolver, code?: KnownCode) {
    this.resolver = resolver
    this.code = code
    const product = getString(resolver.resolve('app', {})?.node, 'product')
    this.words = product === undefined ? code && NO_WORDS : code?.products[product]
    this.project = resolver.project
    this.documents = mergedDocuments(resolver)
  }

  of(kind: DocumentKind): MergedDocument[] {
    return this.documents.filter(document => document.kind === kind)
  }

  /** Every place that names such a thing. */
  *mentions(...kinds: MentionKind[]): Generator<{ document: MergedDocument; mention: Mention }> {
    for (const document of this.documents) {
      for (const mention of document.facts.mentions) if (kinds.includes(mention.what)) yield { document, mention }
    }
  }
}
