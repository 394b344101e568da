import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PROGRAM_ENTRIES } from '../../../../scripts/release/programs.ts'
import { programOf, quickProgramOf } from '../../../../src/server/start/configuration/program-of.ts'
import { ROOT } from '../../../folders.ts'

describe('what runs in a process of its own', () => {
  it.each(Object.entries(PROGRAM_ENTRIES))(
    '%s: from its source here, from what was made of it in a release',
    (name, source) => {
      const here = programOf(join(ROOT, source))
      expect(here.path).toBe(join(ROOT, source))
      expect(here.execArgv[1]).toMatch(/^file:.*tsx/)
      expect(existsSync(here.path)).toBe(true)
      const there = programOf(`/nowhere/${source}`, '/opt/release')
      expect(there).toEqual({ path: `/opt/release/program/${name}.mjs`, execArgv: [] })
      const quick = quickProgramOf(join(ROOT, source))
      expect(quick.argv).toEqual([join(ROOT, source)])
      expect(existsSync(quick.path)).toBe(true)
      expect(quickProgramOf(`/nowhere/${source}`, '/opt/release')).toEqual({ ...there, argv: [] })
    },
  )
})
