import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/cli/read-config.ts'
import { checkProject } from '../../../src/core/index.ts'
import { ROOT } from '../../folders.ts'
import { filesBelow } from '../../cases/read-case.ts'
import { MISTAKES } from './mistakes.ts'

const CASES = join(ROOT, 'tests/cases')
const own = filesBelow(join(CASES, 'good-statistics'))
const files = [...readConfig(join(CASES, '_base')).filter(({ path }) => !own.some(file => file.path === path)), ...own]

describe('a mistake in a statistic or a dashboard', () => {
  it.each(MISTAKES.map(one => [one[0], one[1], one] as const))('%s: %j', (path, from, [, , to, said, hint]) => {
    const old = files.find(file => file.path === path)?.text ?? ''
    expect(old).toContain(from)
    const text = old.replace(from, to)
    const { diagnostics } = checkProject([...files.filter(file => file.path !== path), { path, text }])
    const here = diagnostics.filter(({ origin, severity }) => origin.file === path && severity === 'error')
    const found = here.map(({ origin, code, suggestion }) => [`${origin.line}:${origin.col} ${code}`, suggestion])
    expect(found).toContainEqual([said, hint])
  })
})
