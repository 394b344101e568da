import type { Project } from '../../overlay/project.ts'
import type { Resolver } from '../../overlay/resolve.ts'
import type { DocumentKind } from '../../source/document.ts'
import { getString } from '../../source/node.ts'
import type { Mention } from './facts.ts'
import { NO_WORDS, type Answers, type KnownCode, type ProductWords } from './known-code.ts'
import { mergedDocuments, type MergedDocument } from './merged.ts'
import type { MentionKind } from './meta.ts'

export type { MergedDocument } from './merged.ts'

/** What rules across files read. Computed lazily, when the first rule asks. */
export class RuleContext {
  readonly project: Project
  readonly resolver: Resolver
  readonly documents: readonly MergedDocument[]

  /** what the code defines, if the caller knows it */
  readonly code: KnownCode | undefined
  /**
   * what the code of the product named in app.yaml defines; undefined if the caller gave no code or there is no such
   * product
   */
  readonly words: ProductWords | undefined
  /** what the code's calls answer, by their handlers */
  readonly answers: Answers

  constructor(resolver: Resolver, code?: KnownCode) {
    this.resolver = resolver
    this.code = code
    const product = getString(resolver.resolve('app', {})?.node, 'product')
    this.words = product === undefined ? code && NO_WORDS : code?.products[product]
    this.answers = { ...code?.answers.engine, ...code?.answers.products[product ?? ''] }
    this.project = resolver.project
    this.documents = mergedDocuments(resolver)
  }

  of(kind: DocumentKind): MergedDocument[] {
    return this.documents.filter(document => document.kind === kind)
  }

  /** Every place that mentions a thing of these kinds. */
  *mentions(...kinds: MentionKind[]): Generator<{ document: MergedDocument; mention: Mention }> {
    for (const document of this.documents) {
      for (const mention of document.facts.mentions) if (kinds.includes(mention.what)) yield { document, mention }
    }
  }
}
