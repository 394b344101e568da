import { formatOrigin } from '../../diagnostic/diagnostic.ts'
import { nearest } from '../../diagnostic/nearest.ts'
import { getEntry, getString } from '../../source/node.ts'
import type { MergedDocument, RuleContext } from '../facts/context.ts'
import type { TextUse } from '../facts/facts.ts'
import { knownFields } from '../facts/known-fields.ts'
import { mapsIn } from '../facts/statistic-facts.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'

export const textPlaceholder: Rule = {
  code: 'text-placeholder',
  about: {
    zh: '文字里的 {名字} 是这里换得了的：字段，或说明里列出的名字；别处的原样显示',
    en: 'A {name} in a text is a field or a name that is filled in there; elsewhere it would be shown as it is',
  },
  alone: true,
  check: (context, report) => {
    for (const document of context.documents)
      for (const use of document.facts.texts)
        if (use.text.includes('{') && !templatesOf(context).has(formatOrigin(use.origin)))
          checkText(use, document, context, report)
  },
}

/** Where families of calls say what their members are called: call-family tells of these. */
const templatesOf = ({ resolver }: RuleContext): ReadonlySet<string> =>
  new Set(
    resolver.layersOf('endpoints').flatMap(({ node }) =>
      mapsIn(node, 'families').flatMap(([, family]) =>
        mapsIn(family, 'calls').flatMap(([, call]) => {
          const label = getEntry(call, 'label')?.value
          return label ? [formatOrigin(label.origin)] : []
        }),
      ),
    ),
  )

/** Where nothing is filled in, only what looks like it was meant to be; where something is, 字段 in braces was, too. */
const [WORD, ANYTHING] = [/\{(\w+)\}/g, /\{([^{}]+)\}/g]

function checkText(use: TextUse, document: MergedDocument, context: RuleContext, report: RuleReport): void {
  const known = filledIn(use, document, context)
  const named = use.placeholders === undefined ? WORD : ANYTHING
  const wrong = known && [...use.text.matchAll(named)].map(([, name]) => name!).find(name => !known.includes(name))
  if (wrong === undefined) return
  const { origin } = use
  if (use.placeholders === undefined)
    report({
      severity: 'warning',
      origin,
      zh: `这里的文字不换 {${wrong}}，会原样显示：请删去，或用全角的｛｝`,
      en: `Nothing is filled in here: {${wrong}} is shown as it is. Take it out, or write ｛｝`,
    })
  else
    report({
      origin,
      zh: `这里没有 {${wrong}} 可换${listed(use.placeholders, '，有：', '、')}`,
      en: `There is no {${wrong}} to fill in here${listed(use.placeholders, '; there are: ', ', ')}`,
      suggestion: nearest(wrong, known ?? []),
    })
}

/** Names that are filled in; undefined where they are not known. */
function filledIn(
  { placeholders = [] }: TextUse,
  document: MergedDocument,
  context: RuleContext,
): readonly string[] | undefined {
  if (placeholders !== 'field') return placeholders
  const entity = context.resolver.entity(getString(document.node, 'entity') ?? '', document.view.scope)?.node
  return entity && [...knownFields(entity).keys()]
}

const listed = (names: TextUse['placeholders'], words: string, comma: string): string =>
  typeof names === 'object' ? words + names.map(name => `{${name}}`).join(comma) : ''
