import { expect, it } from 'vitest'
import { mayNeverEnd } from '../../../src/core/validate/facts/endless-pattern.ts'

it.each([
  '^(a+)+$',
  '^(\\w+\\s?)*$',
  '^(a|a)*$',
  '^(a|ab|b)*$',
  '(.*)*',
  '(x{2,})+',
  '^([a-z]+-?)+$',
  // a sign that divides ends no repetition where what stands before it goes on behind it
  '^(\\w+\\.\\w+)+$',
  '^(\\d{1,3})*$',
  '^(.+,)+$',
  '^(\\w*\\d)*x$',
  '^(?=(a+)+$).*',
  '^((a|b)*c?)*$',
])('%s can take forever', pattern => expect(mayNeverEnd(pattern)).toBe(true))
it.each([
  '^(a|b)*$',
  '^(a|ab)*$',
  '^(京|津|沪)*$',
  '^\\d+(-\\d+)*$',
  '^(\\d{4}-)?\\d+$',
  '^(\\d{4})*$',
  '^[A-Z]{2,4}$',
  '^([A-Z]\\d+)+$',
  '^((ab)+,)*$',
  '^(\\w+)@(\\w+\\.)+\\w+$',
  '^([0-9a-z]([0-9a-z-]*[0-9a-z])?\\.)+[a-z]{2,}$',
  '^\\p{Script=Han}{2,10}(·\\p{Script=Han}+)*$',
  '^(?=.*\\d)(?=.*[a-z]).{8,}$',
  '^(https?://)?([\\w-]+\\.)+[\\w-]+(/.*)?$',
])('%s does not', pattern => expect(mayNeverEnd(pattern)).toBe(false))
