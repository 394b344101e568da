import type { Project } from '../../overlay/project.ts'
import type { Resolver } from '../../overlay/resolve.ts'
import type { DocumentKind } from '../../source/document.ts'
import type { Mention } from './facts.ts'
import { mergedDocuments, type MergedDocument } from './merged.ts'
import type { MentionKind } from './meta.ts'

export type { MergedDocument } from './merged.ts'

/** What rules across files see. Gathered once, when the first rule asks. */
export class RuleContext {
  readonly project: Project
  readonly resolver: Resolver
  readonly documents: readonly MergedDocument[]

  constructor(resolver: Resolver) {
    this.resolver = resolver
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
