import type { MouseEvent } from 'react'
import { useApp } from '../../../app/useApp.ts'
import type { Row } from '../../../../core/contract/api.ts'
import type { DetailField, RowLink } from '../../../../core/contract/configuration.ts'
import { currentConfig } from '../../../data/config/config.ts'
import { evaluate } from '../../../data/config/expressions.ts'
import type { Draw, DrawContext } from '../../../fields/values/definition.ts'
import { definitionOf } from '../../../fields/fields.ts'
import { tableDescription } from '../../../fields/cells/table.tsx'
import { t } from '../../../i18n/t.ts'
import { useGo } from '../../../navigation/navigation.ts'
import { queryUrl } from '../../../navigation/routes.ts'
import { expressionScope } from '../../../data/config/scope.ts'

interface Props {
  field: DetailField
  item: Row
  row: Row
}

/** A sub-table whose rows have links, depending on their values. */
export const linkedTable = (field: DetailField, context: DrawContext): Draw =>
  tableDescription(
    (column, around) => definitionOf(column.kind).cell(column, around),
    (item, row) => <RowLinks field={field} item={item} row={row} />,
  )(field, context)

function RowLinks({ field, item, row }: Props) {
  const app = useApp()
  const go = useGo()
  const context = { ...expressionScope(app), item, row }
  const shown = (field.links ?? []).filter(
    ({ page: to, visible }) =>
      currentConfig(app).manifest.pages[to] && (!visible || evaluate(visible, field.origin, context) === true),
  )
  const url = ({ page: to, args = {} }: RowLink): string =>
    queryUrl(
      to,
      Object.fromEntries(Object.entries(args).map(([name, text]) => [name, evaluate(text, field.origin, context)])),
    )
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    go.to(event.currentTarget.getAttribute('href') ?? '/')
  }
  return (
    <span className="row-links">
      {shown.map(link => (
        <a key={link.name} href={url(link)} onClick={follow}>
          {t(link.label)}
        </a>
      ))}
    </span>
  )
}
