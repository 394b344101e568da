import { getEntry, getNode, getString, isFalse, toValue, type MapNode, type Node } from '../../source/node.ts'
import type { MergedDocument, RuleContext } from '../facts/context.ts'
import { filterNames, knownFields } from '../facts/known-fields.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'
import { reportUnknown } from './named.ts'

/** Keys of the part that names what takes the arguments. */
const CALLS = ['call', 'source']

export const callArgument: Rule = {
  code: 'call-argument',
  about: {
    zh: '交给接口和页面的参数（args）和弹窗里问的（form）是它们要的；接口必需的参数都给了',
    en: [
      'What is handed to calls and pages (args) and asked in dialogs (form) is what these take;',
      'a call gets what it requires',
    ].join(' '),
  },
  alone: true,
  check: (context, report) => {
    for (const document of context.of('page')) walk(document.node, document, context, report)
    for (const document of context.of('workflow')) walk(document.node, document, context, report)
  },
}

/** Every part that hands something over, wherever it stands. */
function walk(node: MapNode, document: MergedDocument, context: RuleContext, report: RuleReport): void {
  const [args, form] = [mapAt(node, 'args'), mapAt(node, 'form')]
  const taker = args || form ? takerOf(node, document, context) : undefined
  // a call that says nothing of what it takes takes anything
  if (taker && taker.known.size > 0) {
    if (args) checkNames(args, taker, report)
    // what the dialog of a button asks is handed over to its call, too
    if (form && taker.call) checkNames(form, taker, report)
    if (args && taker.call) checkRequired(taker.call, node, args, report)
  }
  for (const { value } of node.entries.values()) if (value.type === 'map') walk(value, document, context, report)
}

function mapAt(node: MapNode, key: string): MapNode | undefined {
  const value = getEntry(node, key)?.value
  return value?.type === 'map' ? value : undefined
}

/** What takes the arguments of a part. */
interface Taker {
  call?: Node
  known: ReadonlySet<string>
  words: readonly [zh: string, en: string]
}

function takerOf(part: MapNode, { view }: MergedDocument, { resolver }: RuleContext): Taker | undefined {
  const fieldsOf = (of: Node): string[] => {
    const name = getString(of, 'entity')
    return filterNames(knownFields(name === undefined ? undefined : resolver.entity(name, view.scope)?.node))
  }
  const called = CALLS.flatMap(key => getString(part, key) ?? [])[0]
  const page = getString(part, 'page')
  const call = called && getNode(resolver.resolve('endpoints', view.scope)?.node, ['endpoints', called])
  if (call) {
    const known = new Set([...paramsOf(call), ...(isChecked(call) ? [] : fieldsOf(call))])
    return { call, known, words: [`接口 ${called} 的参数`, `argument of ${called}`] }
  }
  const target = page && resolver.resolve(`pages/${page}`, view.scope)?.node
  if (!target) return undefined
  const known = new Set([...fieldsOf(target), ...takenBy(target)])
  return { known, words: [`页面 ${page} 要的参数`, `argument of the page ${page}`] }
}

function checkNames(given: MapNode, taker: Taker, report: RuleReport): void {
  for (const [name, { keyOrigin, value }] of given.entries)
    if (!isFalse(value) && !taker.known.has(name))
      reportUnknown(report, { name, origin: keyOrigin }, taker.words, taker.known)
}

const isChecked = (call: Node): boolean => getEntry(call, 'params')?.value.type === 'map'

function paramsOf(call: Node): string[] {
  const params = getEntry(call, 'params')?.value
  const given = params && toValue(params)
  return Array.isArray(given) ? given.map(String) : Object.keys(given ?? {})
}

/** Arguments that a page reads from its address beside the fields of its entity. */
function takenBy(page: MapNode): string[] {
  const prefill = getEntry(page, 'prefill')?.value
  const argument = getString(page, 'argument')
  const controls = getEntry(page, 'controls')?.value
  return [
    ...(prefill?.type === 'map' ? [...prefill.entries.values()].map(({ value }) => String(toValue(value))) : []),
    ...(argument === undefined ? [] : [argument]),
    ...(controls?.type === 'map' ? controls.entries.keys() : []),
    ...(getString(page, 'kind') === 'system' ? ['url'] : []),
  ]
}

/** What a dialog asks for is sent along. */
function checkRequired(call: Node, part: MapNode, args: MapNode, report: RuleReport): void {
  const params = getEntry(call, 'params')?.value
  const form = getEntry(part, 'form')?.value
  for (const [name, { value }] of params?.type === 'map' ? params.entries : []) {
    const required = getEntry(value, 'required')?.value
    const isAsked = form?.type === 'map' && form.entries.has(name)
    if (required?.type !== 'scalar' || required.value !== true || args.entries.has(name) || isAsked) continue
    report({
      origin: getEntry(part, 'args')!.keyOrigin,
      zh: `args 里缺少接口必需的参数“${name}”`,
      en: `args lacks "${name}", which the call requires`,
    })
  }
}
