import type { ConsoleApp } from '../app/app.ts'
import { SHUT } from '../../core/contract/api.ts'
import type { FieldFacts, RecordPlaces } from '../../core/contract/configuration.ts'
import { entitiesByKind, recordNamed } from '../../core/contract/named-record.ts'
import { currentConfig } from '../data/config/config.ts'
import { recordUrl } from '../navigation/routes.ts'
import { plain } from './values/text.ts'
import type { DrawContext } from './values/definition.ts'

/** The page within reach that shows records of an entity. */
function pageFor(app: ConsoleApp, place: RecordPlaces): string | undefined {
  const { pages } = currentConfig(app).manifest
  return place.pages.find(route => route in pages)
}

/** Address of a record that an answer names; undefined if this user has no page for it. */
export function urlOfRecord(app: ConsoleApp, { entity, key }: { entity: string; key: string }): string | undefined {
  const place = currentConfig(app).manifest.records?.[entity]
  const page = place && pageFor(app, place)
  return page === undefined ? undefined : recordUrl(page, place?.key ?? '', key)
}

/**
 * How a field's value leads to the record that it names; undefined if it names none, or none that this user has a page
 * for. `own`: the entity of the rows, whose own key names nothing else.
 */
export function pointing(app: ConsoleApp, field: FieldFacts, own: string): DrawContext['link'] {
  const places = currentConfig(app).manifest.records ?? {}
  const named = recordNamed(field, places, own)
  if (!named) return undefined
  const open = new Map(
    Object.entries(places).flatMap(([name, place]) => {
      const page = pageFor(app, place)
      return page === undefined ? [] : [[name, { page, key: place.key }] as const]
    }),
  )
  const only = named.entity === undefined ? undefined : open.get(named.entity)
  if (open.size === 0 || (named.entity !== undefined && !only)) return undefined
  const kinds = entitiesByKind(places)
  return (row, one) => {
    const shut = row[SHUT]
    if (Array.isArray(shut) && shut.includes(field.name)) return undefined
    const target = only ?? open.get(kinds.get(plain(row[named.kind ?? ''])) ?? '')
    const key = one ?? plain(row[named.key])
    return target && key !== '' ? recordUrl(target.page, target.key, key) : undefined
  }
}
