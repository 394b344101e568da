import { expect, it } from 'vitest'
import { mayNeverEnd } from '../../../src/core/validate/facts/endless-pattern.ts'

it.each(['^(a+)+$', '^(\\w+\\s?)*$', '^(a|a)*$', '(.*)*', '(x{2,})+', '^([a-z]+-?)+$'])(
  '%s can take forever',
  pattern => expect(mayNeverEnd(pattern)).toBe(true),
)
it.each([
  '^(a|b)*$',
  '^\\d+(-\\d+)*$',
  '^(\\d{4}-)?\\d+$',
  '^[A-Z]{2,4}$',
  '^((ab)+,)*$',
  '^(\\w+)@(\\w+\\.)+\\w+$',
  '^([0-9a-z]([0-9a-z-]*[0-9a-z])?\\.)+[a-z]{2,}$',
])('%s does not', pattern => expect(mayNeverEnd(pattern)).toBe(false))
