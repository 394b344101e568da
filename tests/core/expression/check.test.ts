import { describe, expect, it } from 'vitest'
import { checkExpression } from '../../../src/core/expression/check.ts'
import { shapeOfFields, USER_MEMBERS, type ExpressionEnv } from '../../../src/core/expression/shape.ts'

describe('an expression is checked', () => {
  const row = shapeOfFields([
    { name: 'platform', kind: 'dict', multiple: false, texts: new Set(['taobao', 'jd']) },
    { name: 'closed', kind: 'flag', multiple: false },
    { name: 'money', kind: 'money', multiple: false },
    { name: 'areaCode', kind: 'area', multiple: false },
    { name: 'photos', kind: 'image', multiple: true },
  ])
  const env: ExpressionEnv = {
    result: 'bool',
    variables: new Map([
      ['row', row],
      ['user', { members: USER_MEMBERS }],
    ]),
  }
  const check = (text: string) =>
    checkExpression(text, env).map(p => `${p.code} ${p.start}${p.suggestion ? ` (${p.suggestion})` : ''}`)

  it.each([
    'row.closed == 0 && user.areaLevel <= 2',
    'row.platform in ["taobao", "jd"]',
    'row.platform == ""',
    'row.platform != null',
    'row.money > 100',
    'row.money * 2 > 3.5',
    'row.areaName.startsWith("x")',
    '"x" in user.roles',
    'row.photos.exists(p, p.name == "x")',
    'row.closed == 1.0',
  ])('%s is right', text => expect(check(text)).toEqual([]))
  it.each([
    ['rwo.closed == 0', 'unknown-variable 0 (row)'],
    ['row.clsoed == 0', 'unknown-member 4 (closed)'],
    ['user.areaLevl < 3', 'unknown-member 5 (areaLevel)'],
    ['row.platform == "taobo"', 'unknown-text 16 (taobao)'],
    ['row.platform in ["jd", "jdd"]', 'unknown-text 23 (jd)'],
    ['row.platform == 1', 'no_such_overload 0'],
    ['row.closed', 'result 0'],
    ['row.closed ==', 'unexpected_token 13'],
    ['exists(row.closed)', 'no_matching_overload 0'],
  ])('%s is wrong', (text, problem) => expect(check(text)).toEqual([problem]))
  it('finds every wrong name, not the first', () =>
    expect(check('row.a == 1 && row.b == 2')).toEqual(['unknown-member 4', 'unknown-member 18']))
})
