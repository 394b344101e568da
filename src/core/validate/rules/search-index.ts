import { getEntry, getString, isFalse, type MapNode, type Node } from '../../source/node.ts'
import type { MergedDocument } from '../facts/context.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'

const itemsOf = (node: Node | undefined): Node[] => (node?.type === 'list' ? node.items : [])

/** The entity's indexes, as lists of field names with their keywords. */
const indexesOf = (entity: MapNode): string[][] =>
  itemsOf(getEntry(entity, 'indexes')?.value).map(index =>
    itemsOf(index).flatMap(part => (part.type === 'scalar' ? [String(part.value).trim()] : [])),
  )

/**
 * Guesses whether an entity has many rows: an index that begins with the area, and rows that are never really deleted.
 */
function isLarge(entity: MapNode, indexes: string[][]): boolean {
  const scope = getEntry(entity, 'scope')?.value
  const area = scope?.type === 'map' ? getString(scope, 'area') : undefined
  return (
    getEntry(entity, 'softDelete') !== undefined
    && indexes.some(([first, ...more]) => first === area && more.length > 0)
  )
}

/** On such entities a "contains" filter without a text index would read every row. */
export const searchIndex: Rule = {
  code: 'search-index',
  about: {
    zh: '记录多的列表上按“包含”查询的文本，有 text 索引',
    en: 'A text that a list of many rows is searched within has a text index',
  },
  check: ({ documents, resolver }, report) => {
    for (const document of documents) {
      const entity =
        document.kind === 'page' && getString(document.node, 'kind') === 'list'
          ? resolver.entity(getString(document.node, 'entity') ?? '', document.view.scope)?.node
          : undefined
      if (entity) checkList(document, indexesOf(entity), entity, report)
    }
  },
}

function checkList({ node, fields }: MergedDocument, indexes: string[][], entity: MapNode, report: RuleReport): void {
  const filters = getEntry(node, 'filters')?.value
  if (filters?.type !== 'map' || !isLarge(entity, indexes)) return
  const indexed = new Set(
    indexes
      .flat()
      .map(part => part.split(/\s+/))
      .flatMap(([name, word]) => (word === 'text' ? [name] : [])),
  )
  for (const [name, { keyOrigin, value }] of filters.entries) {
    const field = fields?.entries.get(name)?.value
    if (isFalse(value) || indexed.has(name) || field?.type !== 'map' || getString(field, 'search') !== 'contains')
      continue
    report({
      origin: keyOrigin,
      severity: 'warning',
      zh: `按“${name}”包含查询没有索引：在实体的 indexes 里写 [${name} text]`,
      en: `Searching within "${name}" has no index: write [${name} text] in the entity's indexes`,
    })
  }
}
