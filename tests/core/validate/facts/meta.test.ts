import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { FIELD_KINDS } from '../../../../src/core/model/documents.ts'
import { CALENDAR_MODES } from '../../../../src/core/model/page/calendar.ts'
import { COLOUR_PATTERN } from '../../../../src/core/model/colour.ts'
import { FORM_CONTROLS } from '../../../../src/core/model/field/parts.ts'
import { PARAM_KINDS } from '../../../../src/core/model/endpoints.ts'
import { DOCUMENT_KINDS } from '../../../../src/core/source/document.ts'
import { META, schemaAt, type Schema } from '../../../../src/core/validate/facts/meta.ts'

interface Key {
  where: string
  schema: Schema
}

/** Every key that an author may write, followed to where it is described. */
function keysOf(schema: Schema, file: string, where: string): Key[] {
  const inner = Object.entries(schema.$defs ?? {}).flatMap(([name, def]) => keysOf(def, file, `${where}#${name}`))
  const own = Object.entries(schema.properties ?? {}).flatMap(([key, value]) => {
    const at = `${where}.${key}`
    if (value.$ref) return [{ where: at, schema: schemaAt(value.$ref, file).schema }]
    return [{ where: at, schema: value }, ...keysOf(value, file, at)]
  })
  const rest = schema.additionalProperties
  const members = typeof rest === 'object' && !rest.$ref ? keysOf(rest, file, `${where}.*`) : []
  return [...inner, ...own, ...members]
}

function mapsOf(schema: Schema): Schema[] {
  const inner = [...Object.values(schema.$defs ?? {}), ...Object.values(schema.properties ?? {})]
  const rest = typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : []
  return [schema, ...[...inner, ...rest, ...(schema.items ? [schema.items] : [])].flatMap(mapsOf)]
}

const files = [...META].map(([id, schema]) => ({ id, schema }))
const keys = files.flatMap(({ id, schema }) => keysOf(schema, id, id.replace('.schema.json', '')))
// page.schema.json's own `properties` only hang the kinds together
const maps = files.flatMap(({ schema }) => mapsOf(schema)).filter(m => m.properties && !m.$id?.startsWith('page'))

describe('the meta schemas', () => {
  it('R5.06 hold colours to the pattern that the console takes, and calendars to its modes', () => {
    expect(schemaAt('common.schema.json#/$defs/colour').schema).toMatchObject({ pattern: COLOUR_PATTERN })
    expect(schemaAt('common.schema.json#/$defs/calendar/properties/mode').schema.enum).toEqual([...CALENDAR_MODES])
  })

  it('exist for every kind of file', () => {
    for (const kind of DOCUMENT_KINDS) expect(META.has(`${kind}.schema.json`), kind).toBe(true)
  })
  it('are JSON Schema 2020-12', () => {
    const ajv = new Ajv2020({ strict: false })
    for (const { id, schema } of files) expect(ajv.validateSchema(schema), id).toBe(true)
  })
  it('describe every key in Chinese', () => {
    expect(keys.length).toBeGreaterThan(150)
    expect(keys.filter(({ schema }) => !/\p{Script=Han}/u.test(schema.description ?? '')).map(k => k.where)).toEqual([])
  })
  it('say the default of every key, or how it is derived', () =>
    expect(
      keys.filter(({ schema }) => schema.default === undefined && schema['x-default'] === undefined).map(k => k.where),
    ).toEqual([]))
  it('allow no unknown key', () =>
    expect(maps.filter(m => m.additionalProperties === undefined || m.additionalProperties === true)).toEqual([]))
  it('require only keys that exist', () =>
    expect(maps.flatMap(m => (m['x-required'] ?? []).filter(key => !(key in (m.properties ?? {}))))).toEqual([]))
  it('have no `required`: a file may be an overlay', () =>
    expect(
      files
        .filter(({ id, schema }) => id !== 'page.schema.json' && JSON.stringify(schema).includes('"required"'))
        .filter(({ schema }) => maps.some(m => 'required' in m && m === schema)),
    ).toEqual([]))
  it('know the field kinds that the code knows', () =>
    expect(schemaAt('field.schema.json#/$defs/kind').schema.enum).toEqual([...FIELD_KINDS]))
  it('know the controls that the code knows', () =>
    expect(schemaAt('field.schema.json#/$defs/control').schema.enum).toEqual([...FORM_CONTROLS]))
  it('names every kind of argument', () =>
    expect(JSON.stringify(META.get('endpoints.schema.json'))).toContain(JSON.stringify(PARAM_KINDS)))
  it('allow $order in every map whose members stand in an order, as those that others take by name do not', () => {
    const ordered = maps.filter(
      m =>
        m['x-named']
        && !m['x-template']
        && typeof m.additionalProperties === 'object'
        && (m.additionalProperties.$ref || m.additionalProperties.properties),
    )
    expect(ordered.filter(m => !('$order' in (m.properties ?? {})))).toEqual([])
  })
  it('allow $only wherever $order, but for calls and fields of entities, which families and mixins bring along', () => {
    const ordered = files.filter(({ schema }) => JSON.stringify(schema).includes('"$order":'))
    const whole = ordered.filter(({ schema }) =>
      maps
        .filter(m => '$order' in (m.properties ?? {}) && JSON.stringify(schema).includes(JSON.stringify(m)))
        .every(m => '$only' in m.properties!),
    )
    const others = ordered.filter(one => !whole.includes(one)).map(({ id }) => id)
    expect(others.sort()).toEqual(['endpoints.schema.json', 'entity.schema.json', 'mixin.schema.json'])
  })
})
