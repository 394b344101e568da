import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { buildReference } from '../../scripts/reference/reference.ts'

it('docs/reference.md is what npm run reference writes', () =>
  expect(readFileSync(join(import.meta.dirname, '../../docs/reference.md'), 'utf8')).toBe(buildReference()))
