import type { Project } from '../../overlay/project.ts'
import type { Resolver } from '../../overlay/resolve.ts'
import type { DocumentKind } from '../../source/document.ts'
import { getString } from '../../source/node.ts'
import type { Mention } from './facts.ts'
import { NO_WORDS, type Answers, type KnownCode, type ProductWords } from './known-code.ts'
import { noteMerged, type Merged, type MergedDocument } from './merged.ts'
import type { MentionKind } from './meta.ts'

export type { MergedDocument } from './merged.ts'

/** What rules across files read. What they ask of it is noted by the resolver. */
export class RuleContext {
  readonly resolver: Resolver
  readonly #documents: readonly MergedDocument[]
  readonly #isWhole: boolean

  /** what the code defines, if the caller knows it */
  readonly code: KnownCode | undefined
  /**
   * what the code of the product named in app.yaml defines; undefined if the caller gave no code or there is no such
   * product
   */
  readonly words: ProductWords | undefined
  /** what the code's calls answer, by their handlers */
  readonly answers: Answers

  /** `documents`: all of them, or one that is judged alone. */
  constructor(resolver: Resolver, { code, words, answers }: CodeWords, documents: Merged | MergedDocument) {
    this.resolver = resolver
    this.code = code
    this.words = words
    this.answers = answers
    this.#isWhole = 'all' in documents
    this.#documents = 'all' in documents ? documents.all : [documents]
  }

  get project(): Project {
    return this.resolver.project
  }

  get documents(): readonly MergedDocument[] {
    if (this.#isWhole) noteMerged(this.resolver)
    return this.#documents
  }

  of(kind: DocumentKind): MergedDocument[] {
    if (this.#isWhole) noteMerged(this.resolver, kind)
    return this.#documents.filter(document => document.kind === kind)
  }

  /** Every place that mentions a thing of these kinds. */
  *mentions(...kinds: MentionKind[]): Generator<{ document: MergedDocument; mention: Mention }> {
    for (const document of this.documents) {
      for (const mention of document.facts.mentions) if (kinds.includes(mention.what)) yield { document, mention }
    }
  }
}

/** What the code defines, as the rules read it. */
export type CodeWords = Pick<RuleContext, 'code' | 'words' | 'answers'>

export function wordsOf(resolver: Resolver, code: KnownCode | undefined): CodeWords {
  const product = getString(resolver.resolve('app', {})?.node, 'product')
  return {
    code,
    words: product === undefined ? code && NO_WORDS : code?.products[product],
    answers: { ...code?.answers.engine, ...code?.answers.products[product ?? ''] },
  }
}
