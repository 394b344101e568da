import { nearest } from '../../diagnostic/nearest.ts'
import { BRACES, familiesOf, type Family } from '../../overlay/families.ts'
import type { Node } from '../../source/node.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'

const WORDS = ['name', 'label', 'entity', 'key']

export const callFamily: Rule = {
  code: 'call-family',
  about: {
    zh: '接口族里的 {词} 都认识；一个接口只由一个接口族写出',
    en: 'The {words} of a family of calls are known; a call is of one family',
  },
  alone: true,
  check: (context, report) => {
    for (const { node } of context.of('endpoints')) {
      const makers = new Map<string, string>()
      for (const family of familiesOf(node)) {
        for (const [name, { value }] of family.calls) checkWords(value, name, report)
        checkNames(family, makers, report)
      }
    }
  },
}

/** In a path, braces may also be parameters of the path; those are checked by endpoint-path. */
function checkWords(node: Node, key: string, report: RuleReport): void {
  if (node.type === 'map') return node.entries.forEach((entry, name) => checkWords(entry.value, name, report))
  if (node.type === 'list') return node.items.forEach(item => checkWords(item, key, report))
  if (typeof node.value !== 'string' || key === 'path') return
  for (const [, word = ''] of node.value.matchAll(BRACES)) {
    if (WORDS.includes(word)) continue
    report({
      origin: node.origin,
      zh: `接口族里没有 {${word}}：可写 ${WORDS.map(known => `{${known}}`).join('、')}`,
      en: `A family of calls has no {${word}}: write ${WORDS.map(known => `{${known}}`).join(', ')}`,
      suggestion: nearest(word, WORDS),
    })
  }
}

function checkNames(family: Family, makers: Map<string, string>, report: RuleReport): void {
  for (const [member, { keyOrigin }] of family.members) {
    for (const [call] of family.calls) {
      const name = `${member}.${call}`
      const other = makers.get(name)
      if (other === undefined) makers.set(name, family.name)
      else
        report({
          origin: keyOrigin,
          zh: `接口 ${name} 已由接口族 ${other} 写出`,
          en: `The call ${name} is already of the family ${other}`,
        })
    }
  }
}
