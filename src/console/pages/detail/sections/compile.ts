import type { ConsoleApp } from '../../../app/app.ts'
import type { Row } from '../../../../core/contract/api.ts'
import type { DetailField, DetailPage, Section } from '../../../../core/contract/configuration.ts'
import { currentConfig } from '../../../data/config/config.ts'
import { evaluate } from '../../../data/config/expressions.ts'
import type { Draw, DrawContext } from '../../../fields/values/definition.ts'
import { definitionOf } from '../../../fields/fields.ts'
import { pointing } from '../../../fields/pointing.ts'
import { markedDraw } from './marks.tsx'
import { linkedTable } from './RowLinks.tsx'
import { expressionScope } from '../../../data/config/scope.ts'

export interface DrawnField {
  field: DetailField
  draw: Draw
  wide: boolean
}

/** A section with fields that name a later version (`against`) is drawn as a comparison. */
export const isComparison = ({ fields }: DrawnSection): boolean =>
  fields.some(({ field }) => field.against !== undefined)
export type DrawnSection = Pick<Section<DrawnField>, 'name' | 'label' | 'help' | 'half' | 'fields'>
export interface CompiledDetail {
  facts: DrawnField[]
  sections: DrawnSection[]
}

/** Prepares how each field is drawn, once for each page. */
export function compileDetail(app: ConsoleApp, page: DetailPage): CompiledDetail {
  const drawn = drawerOf(app, page)
  return { facts: page.facts.map(drawn), sections: compileSections(app, page) }
}

/** Sections of any page that shows a record. */
export function compileSections(app: ConsoleApp, page: Drawing): DrawnSection[] {
  const drawn = drawerOf(app, page)
  return page.sections.map(section => ({ ...section, fields: section.fields.map(drawn) }))
}

type Drawing = Pick<DetailPage, 'dictionaries' | 'sections' | 'entity'>
function drawerOf(app: ConsoleApp, { dictionaries, entity }: Drawing): (field: DetailField) => DrawnField {
  const context: DrawContext = { dictionaries, fileBase: currentConfig(app).manifest.app.api.fileBase }
  return field => {
    const definition = definitionOf(field.kind)
    const draw = field.marks
      ? markedDraw(field.marks)
      : field.links
        ? linkedTable(field, context)
        : definition.description(field, { ...context, link: pointing(app, field, entity.name) })
    return { field, draw, wide: definition.wide ?? false }
  }
}

export const isShown = (app: ConsoleApp, { field }: DrawnField, row: Row): boolean =>
  !field.visible || evaluate(field.visible, field.origin, { ...expressionScope(app), row }) === true
