import type { Call, Table, TableColumn } from '../contract/configuration.ts'
import type { TableDoc } from '../model/documents.ts'
import { getEntry, toValue, type MapNode } from '../source/node.ts'

const membersOf = (node: MapNode | undefined): [string, MapNode][] =>
  [...(node?.entries ?? [])].flatMap(([name, { value }]) =>
    value.type === 'map' ? [[name, value] as [string, MapNode]] : [],
  )

/** Figures that a detail page has from other calls. */
export function tablesOf(tables: MapNode | undefined, callOf: (name: unknown) => Call): { tables?: Table[] } {
  const compiled = membersOf(tables).map(([name, node]) => {
    const { label, source, args, visible } = toValue(node) as unknown as TableDoc
    const drawn = getEntry(node, 'columns')?.value
    const columns = membersOf(drawn?.type === 'map' ? drawn : undefined).map(([column, doc]) => ({
      ...(toValue(doc) as unknown as Omit<TableColumn, 'name'>),
      name: column,
    }))
    return {
      name,
      label: label ?? name,
      source: callOf(source),
      ...(args ? { args } : {}),
      ...(visible ? { visible } : {}),
      columns,
    }
  })
  return compiled.length > 0 ? { tables: compiled } : {}
}
