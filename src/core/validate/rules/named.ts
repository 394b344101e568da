import { nearest } from '../../diagnostic/nearest.ts'
import type { Place } from '../facts/facts.ts'
import type { MergedDocument, RuleContext } from '../facts/context.ts'
import type { KeyKind, MentionKind } from '../facts/meta.ts'
import type { Rule } from '../facts/rule.ts'
import type { Thing } from '../facts/scope-view.ts'

interface NamedThing {
  code: string
  about: Rule['about']
  /** annotations of the schema that name such a thing */
  mentions: MentionKind[]
  /** keys of maps that do */
  keys?: KeyKind[]
  thing: Thing
  /** what the thing is called: Chinese, English */
  words: [string, string]
  /** some mentions are another rule's business, or always right */
  accepts?: (mention: Named) => boolean
}
interface Named extends Place {
  name: string
}

function* keysOf(context: RuleContext, kinds: KeyKind[]): Generator<{ document: MergedDocument; mention: Named }> {
  for (const document of context.documents)
    for (const key of document.facts.keys) if (kinds.includes(key.what)) yield { document, mention: key }
}

/** The rule "what is named must exist" for one kind of thing. */
export function mustExist({ code, about, mentions, keys = [], thing, words, accepts }: NamedThing): Rule {
  return {
    code,
    about,
    check: (context, report) => {
      for (const { document, mention } of [...context.mentions(...mentions), ...keysOf(context, keys)]) {
        const known = document.view.names(thing)
        if (known.has(mention.name) || accepts?.(mention)) continue
        const suggestion = nearest(mention.name, known)
        const all = suggestion === undefined ? listed(known) : undefined
        report({
          origin: mention.origin,
          zh: `没有${words[0]}“${mention.name}”${all ? `，已有：${all.join('、')}` : ''}`,
          en: `There is no ${words[1]} "${mention.name}"${all ? `; there are: ${all.join(', ')}` : ''}`,
          suggestion,
        })
      }
    },
  }
}

const FEW = 20
/** The names that may be written, where they are few enough to read. */
export function listed(known: ReadonlySet<string>): string[] | undefined {
  return known.size > 0 && known.size <= FEW ? [...known] : undefined
}
