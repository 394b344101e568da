import { writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ACCEPTANCE, acceptance, reasons, unmet, written } from './acceptance.ts'
import { WORDS } from './rules.ts'

it('docs/acceptance.md says of each rule, route and call of the specification how it is seen to hold', () => {
  const text = acceptance()
  if (process.env['UPDATE_CASES'] === '1') writeFileSync(ACCEPTANCE, text)
  expect(written()).toBe(text)
  expect(unmet(text)).toEqual([])
  expect(unmet('| R0.00 | says | no | |')).toHaveLength(1)
  expect(Object.keys(reasons).filter(id => !WORDS.has(id))).toEqual([])
})
