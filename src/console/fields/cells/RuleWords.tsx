import { useEffect, useMemo, useState } from 'react'
import type { DictionaryEntries, FieldFacts } from '../../../core/contract/configuration.ts'
import type { RuleFields } from '../../../core/contract/rules.ts'
import { useApp } from '../../app/useApp.ts'
import { ownAreaName } from '../../data/areas.ts'
import { RULE_FIELDS } from '../../data/calls/own-calls.ts'
import { useCall } from '../../data/http/query.ts'
import { t } from '../../i18n/t.ts'
import { LINE_WORDS, linesOf, takesDays, takesValue, type RuleLine, type RuleLines } from '../values/rules.ts'
import { plain } from '../values/text.ts'
import { labels } from './cells.tsx'

interface WordsProps {
  field: FieldFacts
  text: string
  /** value of the field that says whose records the rule chooses */
  over: unknown
}

/** A rule as people say it; one that is more than lines stands as it is written. */
export function RuleWords({ field: { rule }, text, over }: WordsProps) {
  const args = rule?.entity === undefined ? { kind: plain(over) } : { entity: rule.entity }
  const { data } = useCall<RuleFields>(RULE_FIELDS, args, { quiet: true })
  const lines = useMemo(() => data && readLines(text, data), [text, data])
  const areas = useAreaNames(lines)
  const said = data && lines && wordsOf(lines, data, areas)
  return said === undefined ? <code className="long">{text}</code> : <span className="long">{said}</span>
}

function readLines(text: string, { fields }: RuleFields): RuleLines | undefined {
  const kinds = new Map(fields.map(({ name, kind }) => [name, kind]))
  return linesOf(text, name => kinds.get(name))
}

type Names = ReadonlyMap<string, string>
const NO_NAMES: Names = new Map()

/** Names of the areas that a rule is about, once they are known. */
function useAreaNames(rule: RuleLines | undefined): Names {
  const app = useApp()
  const [names, setNames] = useState(NO_NAMES)
  useEffect(() => {
    const codes = (rule?.lines ?? []).filter(({ operator }) => operator === 'within').map(({ value }) => plain(value))
    if (codes.length === 0) return
    const named = codes.map(async code => [code, await ownAreaName(app, code)] as const)
    void Promise.all(named).then(found => setNames(new Map(found)))
  }, [app, rule])
  return names
}

const wordsOf = ({ join, lines }: RuleLines, known: RuleFields, areas: Names): string =>
  lines.map(line => lineWords(line, known, areas)).join(join === 'all' ? t('，并且') : t('，或者'))

function lineWords(
  { field: name, operator, value }: RuleLine,
  { fields, dictionaries }: RuleFields,
  areas: Names,
): string {
  const field = fields.find(one => one.name === name)
  const head = `${t(field?.label ?? name)} ${t(LINE_WORDS[operator])}`
  if (!takesValue(operator)) return head
  if (operator === 'within') return `${head} ${areas.get(plain(value)) ?? ''}`
  const entries: DictionaryEntries = field?.kind === 'flag' ? FLAGS : (dictionaries[field?.dict ?? ''] ?? [])
  const unit = takesDays(operator) ? '天' : field?.unit
  return `${head} ${labels(entries, value) || plain(value)}${unit === undefined ? '' : ` ${t(unit)}`}`
}

const FLAGS: DictionaryEntries = [
  ['1', '是'],
  ['0', '否'],
]
