import { nearest } from '../../diagnostic/nearest.ts'
import type { Place } from '../facts/facts.ts'
import type { MergedDocument, RuleContext } from '../facts/context.ts'
import type { KeyKind, MentionKind } from '../facts/meta.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'
import type { Thing } from '../facts/scope-view.ts'

interface NamedThing {
  code: string
  about: Rule['about']
  /** kinds of mentions that refer to such a thing */
  mentions: MentionKind[]
  /** kinds of map keys that refer to such a thing */
  keys?: KeyKind[]
  thing: Thing
  /** what the thing is called: Chinese, English */
  words: [string, string]
  /** mentions that are always right, or that another rule checks */
  accepts?: (mention: Named) => boolean
}
interface Named extends Place {
  name: string
}

function* keysOf(context: RuleContext, kinds: KeyKind[]): Generator<{ document: MergedDocument; mention: Named }> {
  for (const document of context.documents)
    for (const key of document.facts.keys) if (kinds.includes(key.what)) yield { document, mention: key }
}

/** Makes a rule that reports every mention of a thing that does not exist. */
export function mustExist({ code, about, mentions, keys = [], thing, words, accepts }: NamedThing): Rule {
  return {
    code,
    about,
    alone: true,
    check: (context, report) => {
      for (const { document, mention } of [...context.mentions(...mentions), ...keysOf(context, keys)]) {
        const known = document.view.names(thing)
        if (known.has(mention.name) || accepts?.(mention)) continue
        reportUnknown(report, mention, words, known)
      }
    },
  }
}

/** Says that there is no such thing, what was probably meant, and which there are if these are few. */
export function reportUnknown(
  report: RuleReport,
  { name, origin }: Pick<Named, 'name' | 'origin'>,
  [zh, en]: readonly [zh: string, en: string],
  known: ReadonlySet<string>,
): void {
  const suggestion = nearest(name, known)
  const all = suggestion === undefined ? fewNames(known) : undefined
  report({
    origin,
    zh: `没有${zh}“${name}”${all ? `，已有：${all.join('、')}` : ''}`,
    en: `There is no ${en} "${name}"${all ? `; there are: ${all.join(', ')}` : ''}`,
    suggestion,
  })
}

const FEW = 40
/** The allowed names, for the message; undefined if they are too many to be helpful. */
export function fewNames(known: ReadonlySet<string>): string[] | undefined {
  return known.size > 0 && known.size <= FEW ? [...known] : undefined
}
