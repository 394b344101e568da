import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { buildCalls, constantOf } from '../../scripts/calls/calls.ts'
import { buildCodeWords } from '../../scripts/calls/code-words.ts'
import { firstConfiguration } from '../../src/server/start/configuration/live-configuration.ts'

const { configuration } = await firstConfiguration('.')
const modules = await buildCalls(configuration)
const words = await buildCodeWords()

describe('the calls of the console', () => {
  it.each([...modules])('%s is what endpoints.yaml says: npm run calls', (path, text) => {
    expect(readFileSync(path, 'utf8')).toBe(text)
  })

  it('are named by their names', () => {
    expect(['auth.login', 'org.byParent'].map(constantOf)).toEqual(['AUTH_LOGIN', 'ORG_BY_PARENT'])
  })
})

describe('the names in the code', () => {
  it.each([...words])('are those that validate knows, in %s: npm run calls', (path, text) =>
    expect(readFileSync(path, 'utf8')).toBe(text),
  )
})
