import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { KNOWN_OPTIONS } from '../../src/core/model/options.ts'
import { ROOT } from '../folders.ts'

interface Schema {
  properties: { options: { properties: Record<string, { type: string }> } }
}

it('every option that the schema of customers names can stand in expressions, as the flag that it is', () => {
  const schema = JSON.parse(readFileSync(join(ROOT, 'schemas/meta/customer.schema.json'), 'utf8')) as Schema
  const named = Object.entries(schema.properties.options.properties)
  expect(named.map(([name, { type }]) => [name, type])).toEqual(KNOWN_OPTIONS.map(name => [name, 'boolean']))
})
