import { getEntry, getNode, getString, isFalse, type MapNode, type Node } from '../../source/node.ts'
import type { FieldKind } from '../../model/documents.ts'
import { fewNames } from './named.ts'
import { merge } from '../../overlay/merge.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'

/** What the server writes into each of these fields. */
const KINDS: Readonly<Record<string, readonly FieldKind[]>> = {
  org: ['ref'],
  user: ['ref', 'text'],
  sender: ['ref'],
  creator: ['ref', 'text'],
  area: ['area'],
  due: ['date', 'datetime'],
  stateDue: ['date', 'datetime'],
  entered: ['datetime'],
  overdue: ['flag'],
  closed: ['flag'],
}

type Held = 'unit' | 'person'
const NAMES: Readonly<Record<Held, readonly [zh: string, en: string]>> = {
  unit: ['单位', 'unit'],
  person: ['人', 'person'],
}
/** Units and people are both told by a reference: one in the place of the other is found by nobody. */
const HELD: Readonly<Record<string, Held>> = { org: 'unit', sender: 'unit', user: 'person', creator: 'person' }

function holdsOf(field: Node | undefined): Held | undefined {
  const ref = getString(field, 'kind') === 'ref' ? getString(field, 'ref') : undefined
  return ref === undefined ? undefined : ref === 'user' ? 'person' : 'unit'
}

export const workflowRecord: Rule = {
  code: 'workflow-record',
  about: {
    zh: '流程读写的字段（record）的类型合用：单位和人是 ref，时限是日期，是否超期是 flag；交给（assign）单位的是单位，交给人的是人',
    en: [
      'Fields that a workflow reads and writes (record) are of a fitting kind:',
      'units are ref, limits are days, overdue is a flag; what is assigned to units and people (assign) is such',
    ].join(' '),
  },
  alone: true,
  check: (context, report) => {
    for (const { node, view } of context.of('workflow')) {
      const record = getEntry(node, 'record')?.value
      const fields = getNode(context.resolver.entity(getString(node, 'entity') ?? '', view.scope)?.node, ['fields'])
      checkAssign(node, fields, report)
      for (const [word, { value }] of record?.type === 'map' ? record.entries : []) {
        const name = value.type === 'scalar' && !isFalse(value) ? String(value.value) : ''
        const field = getNode(fields, [name])
        const kind = getString(field, 'kind')
        const kinds = KINDS[word]
        const holds = holdsOf(field)
        const wanted = HELD[word]
        if (wanted && holds && holds !== wanted)
          report({
            origin: value.origin,
            zh: `“${name}”存的是${NAMES[holds][0]}，record.${word} 要的是${NAMES[wanted][0]}`,
            en: `"${name}" holds a ${NAMES[holds][1]}; record.${word} is a ${NAMES[wanted][1]}`,
          })
        if (kind === undefined || !kinds || kinds.includes(kind as FieldKind)) continue
        const [own, all] = [name, fewNames(new Set(kinds))!.join('、')]
        report({
          origin: value.origin,
          zh: `“${own}”的类型是 ${kind}，record.${word} 的字段应为 ${all}`,
          en: `"${own}" is of the kind ${kind}; the field of record.${word} should be ${all.replaceAll('、', ' or ')}`,
        })
      }
    }
  },
}

/** What is assigned by one name alone; anything longer is known to the transition that is made. */
const ONE_NAME = /^=\s*(row|form|user)\.(\w+)\s*$/
const OF_USER: Readonly<Record<string, Held>> = { orgId: 'unit', id: 'person' }

/** The server refuses to hand a record to something that is no unit or person, when somebody tries. */
function checkAssign(workflow: MapNode, fields: Node | undefined, report: RuleReport): void {
  const transitions = getNode(workflow, ['transitions'])
  if (transitions?.type !== 'map' || fields === undefined) return
  for (const { value: transition } of transitions.entries.values()) {
    for (const word of ['org', 'user'] as const) {
      const given = getNode(transition, ['assign', word])
      const name = given?.type === 'scalar' ? ONE_NAME.exec(String(given.value)) : null
      if (!given || !name || isAssignable(word, name, transition, fields)) continue
      const [zh, en] = NAMES[HELD[word]!]
      report({
        origin: given.origin,
        zh: `assign.${word} 要的是${zh}，${name[1]}.${name[2]} 不是`,
        en: `assign.${word} is a ${en}, which ${name[1]}.${name[2]} is not`,
      })
    }
  }
}

function isAssignable(
  word: 'org' | 'user',
  [, from, name = '']: readonly string[],
  transition: Node,
  fields: Node,
): boolean {
  if (from === 'user') return OF_USER[name] === HELD[word]
  const [asked, below] = [from === 'form' ? getNode(transition, ['form', name]) : undefined, getNode(fields, [name])]
  if (asked?.type !== 'map') return isFitting(word, below)
  return isFitting(word, below ? merge(below, asked) : asked)
}

/** `expression` tells of a name that there is not. */
function isFitting(word: 'org' | 'user', field: Node | undefined): boolean {
  const kind = getString(field, 'kind') as FieldKind | undefined
  if (kind === undefined) return true
  return kind === 'ref' ? holdsOf(field) === HELD[word] : KINDS[word]!.includes(kind)
}
