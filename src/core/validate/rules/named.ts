import { nearest } from '../../diagnostic/nearest.ts'
import type { Place } from '../facts.ts'
import type { MergedDocument, RuleContext } from '../context.ts'
import type { KeyKind, MentionKind } from '../meta.ts'
import type { Rule } from '../rule.ts'
import type { Thing } from '../scope-view.ts'

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
interface Named extends Place { name: string }

function* keysOf(context: RuleContext, kinds: KeyKind[]): Generator<{ document: MergedDocument; mention: Named }> {
  for (const document of context.documents) for (const key of document.facts.keys) if (kinds.includes(key.what)) yield { document, mention: key }
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
        report({
          origin: mention.origin,
          zh: `没有${words[0]}“${mention.name}”`,
          en: `There is no ${words[1]} "${mention.name}"`,
          suggestion: nearest(mention.name, known),
        })
      }
    },
  }
}
