import { nearest } from '../../diagnostic/nearest.ts'
import { BASE, isOverlay, placeOf, PRODUCT } from '../../overlay/layer.ts'
import { getNode, getString } from '../../source/node.ts'
import type { MergedDocument, RuleContext } from '../facts/context.ts'
import type { Missing } from '../facts/facts.ts'
import { membersOf } from '../facts/scope-view.ts'
import { isWord } from '../facts/shape.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'

export const requiredMissing: Rule = {
  code: 'required-missing',
  about: { zh: '各层合并之后，必填的键都在', en: 'After all layers are merged, every required key is there' },
  alone: true,
  check: (context, report) => {
    for (const document of context.documents) {
      for (const missing of document.facts.missing) {
        const others = besideInLayersBelow(document, missing)
        const buttons = buttonsOfEntity(context, document, missing)
        if (buttons.length > 0) reportNoButton(document, missing, buttons, report)
        else if (others.length > 0) reportNoTarget(missing, others, report)
        else reportMissing(document, missing, report)
      }
    }
  },
}

function reportMissing({ name }: MergedDocument, { key, path, origin }: Missing, report: RuleReport): void {
  const where = path.length > 0 ? path.join('.') : name
  // a key missing from the base is for the product to add, so the problem is reported in the product's file
  const isBase = placeOf(origin.file)?.layer.name === BASE.name
  const file = origin.file.replace(BASE.name, PRODUCT.name)
  report({
    origin: isBase ? { file, line: 1, col: 1 } : origin,
    zh: `${where} 缺少必填的 ${key}${isBase ? `：请写进 ${file}` : ''}`,
    en: `${where} lacks the required ${key}${isBase ? `: write it into ${file}` : ''}`,
  })
}

/** What stands below under other names, where an overlay has a member that is not there. */
function besideInLayersBelow(document: MergedDocument, { path, origin }: Missing): string[] {
  const [around, layer] = [getNode(document.node, path.slice(0, -1)), placeOf(origin.file)?.layer]
  if (!layer || !isOverlay(layer) || path.length < 2 || around?.type !== 'map' || isWord(document, path)) return []
  const names = [...around.entries].flatMap(([name, { value }]) => (value.origin.file === origin.file ? [] : [name]))
  return otherThan(names, path)
}

/** None where it is there itself: then not its name is wrong, but what it no longer says. */
const otherThan = (names: readonly string[], path: readonly string[]): string[] =>
  names.includes(path.at(-1) ?? '') ? [] : [...names]

/** What the entity has, where a page's button says no label and takes none of these. */
function buttonsOfEntity({ resolver }: RuleContext, { kind, node, view }: MergedDocument, { path }: Missing): string[] {
  const name = getString(node, 'entity')
  if (kind !== 'page' || path.length !== 2 || path[0] !== 'actions' || name === undefined) return []
  return otherThan([...membersOf(resolver.entity(name, view.scope)?.node, 'actions')], path)
}

function reportNoButton(
  { node }: MergedDocument,
  { key, path, origin }: Missing,
  buttons: readonly string[],
  report: RuleReport,
): void {
  const [name, entity] = [path.at(-1)!, getString(node, 'entity') ?? '']
  report({
    origin,
    zh: `实体 ${entity} 没有按钮“${name}”，有的是：${buttons.join('、')}；页面自己的按钮须写 ${key}，或写 transition`,
    en:
      `The entity ${entity} has no button "${name}", but: ${buttons.join(', ')}; a button of the page needs a `
      + `${key}, or a transition`,
    suggestion: nearest(name, buttons),
  })
}

/** The name of a section, say, misspelt: it is not the title that is missing. */
function reportNoTarget({ key, path, origin }: Missing, others: readonly string[], report: RuleReport): void {
  const name = path.at(-1)!
  const meant = nearest(name, others)
  report({
    origin,
    zh: `下层没有“${name}”，有的是：${others.join('、')}；要新加“${name}”，须写必填的 ${key}`,
    en: `Nothing below is named "${name}", but: ${others.join(', ')}; a new "${name}" needs the required ${key}`,
    suggestion: meant,
  })
}
