import type { Diagnostic, Report } from '../diagnostic/diagnostic.ts'
import type { Reads } from '../overlay/reads.ts'
import type { Resolver } from '../overlay/resolve.ts'
import type { MapNode } from '../source/node.ts'
import { RuleContext, wordsOf, type CodeWords, type MergedDocument } from './facts/context.ts'
import type { KnownCode } from './facts/known-code.ts'
import { mergedDocuments, nameOf, type Merged } from './facts/merged.ts'
import type { Rule, RuleReport } from './facts/rule.ts'
import { RULES } from './rules/index.ts'

/** What some rules said, and what they asked for it. */
interface Said {
  all: readonly Diagnostic[]
  reads: Reads<Resolver>
}
interface SaidAlone extends Said {
  node: MapNode
  fields: MapNode | undefined
}

/** What all rules said of a project, to be used again after an edit where this does not reach. */
export interface Verdicts {
  words: CodeWords
  merged: Merged
  /** by document, of the rules that judge each alone */
  alone: ReadonlyMap<string, SaidAlone>
  /** by rule, of the others */
  together: ReadonlyMap<Rule, Said>
}

const ALONE = RULES.filter(({ alone }) => alone === true)
const TOGETHER = RULES.filter(({ alone }) => alone !== true)

export interface Asked {
  code?: KnownCode | undefined
  /** those of these codes */
  only?: ReadonlySet<string> | undefined
  before?: Verdicts | undefined
  /** some file does not fit its schema: rules may rely on none of what it says */
  isFaulty?: boolean | undefined
}

/** Every rule across files, over the merged documents. */
export function runRules(resolver: Resolver, report: Report, { code, only, before, isFaulty }: Asked): Verdicts {
  const { reads } = resolver
  const words = wordsOf(resolver, code)
  const earlier = before && isSameCode(before.words, words) ? before : undefined
  const merged = mergedDocuments(resolver, earlier?.merged)
  const isAsked = (rule: { code: string }): boolean => only?.has(rule.code) !== false
  const said = (rules: readonly Rule[], documents: Merged | MergedDocument): Said => {
    const context = new RuleContext(resolver, words, documents)
    const { made, reads: asked } = reads.watched(() =>
      rules.filter(isAsked).flatMap(rule => saidBy(rule, context, isFaulty)),
    )
    return { all: made, reads: asked }
  }
  const alone = new Map<string, SaidAlone>()
  for (const document of merged.all) {
    const { node, fields } = document
    const known = earlier?.alone.get(nameOf(document))
    const isStill = known && known.node === node && known.fields === fields && reads.areStill(known.reads)
    alone.set(nameOf(document), isStill ? known : { node, fields, ...said(ALONE, document) })
  }
  const together = new Map<Rule, Said>()
  for (const rule of TOGETHER) {
    const known = earlier?.together.get(rule)
    if (isAsked(rule)) together.set(rule, known && reads.areStill(known.reads) ? known : said([rule], merged))
  }
  for (const { all } of [...alone.values(), ...together.values()]) all.filter(isAsked).forEach(report)
  return { words, merged, alone, together }
}

/** What the code defines is read by all, and noted by nobody. */
const isSameCode = (one: CodeWords, other: CodeWords): boolean => one.code === other.code && one.words === other.words

function saidBy({ code, check }: Rule, context: RuleContext, isFaulty: boolean | undefined): Diagnostic[] {
  const found: Diagnostic[] = []
  const report: RuleReport = ({ origin, zh, en, suggestion, severity }) => {
    found.push({
      code,
      severity: severity ?? 'error',
      message: zh,
      messageEn: en,
      origin,
      ...(suggestion === undefined ? {} : { suggestion }),
    })
  }
  try {
    check(context, report)
  } catch (error) {
    // what no schema allows is told of already, and the rule is asked again once that is mended
    if (isFaulty !== true) throw error
  }
  return found
}
