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
    { name: 'served', kind: 'area', multiple: true },
    { name: 'found', kind: 'datetime', multiple: false },
    { name: 'checked', kind: 'date', multiple: false },
  ])
  const env: ExpressionEnv = {
    result: 'bool',
    variables: new Map([
      ['row', row],
      ['user', { members: USER_MEMBERS }],
      ['today', { type: 'string', members: new Map() }],
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
    'row.photos',
    'size([row, user]) > 1',
    'today > "2026-01-01" && row.platform == today',
    'row.platform + "x" == "jdx"',
    'row.servedName == 1',
    // of a moment and a day these alone are what they look like
    'row.found >= row.checked && row.found < today',
    'row.checked <= row.found && today.minusDays(3) > row.found',
    'row.found.substring(0, 10) <= row.checked',
    'row.found == null || row.found > "2026-01-01 08:00:00" || row.checked == today',
  ])('%s is right', text => expect(check(text)).toEqual([]))
  it.each([
    ['rwo.closed == 0', 'unknown-variable 0 (row)'],
    ['row.clsoed == 0', 'unknown-member 4 (closed)'],
    ['user.areaLevl < 3', 'unknown-member 5 (areaLevel)'],
    ['row.platform == "taobo"', 'unknown-text 16 (taobao)'],
    ['row.platform in ["jd", "jdd"]', 'unknown-text 23 (jd)'],
    ['row.platform != "taobo"', 'unknown-text 16 (taobao)'],
    ['"jdd" == row.platform', 'unknown-text 0 (jd)'],
    ['row.platform.name == "x"', 'cannot_index_type 13'],
    ['today == 1', 'no_such_overload 0'],
    ['row.platform == 1', 'no_such_overload 0'],
    ['row.closed', 'result 0'],
    ['row.closed ==', 'unexpected_token 13'],
    ['exists(row.closed)', 'no_matching_overload 0'],
    ['row.checked >= row.found', 'day-and-moment 0'],
    ['row.closed == 1 || row.found <= today', 'day-and-moment 19'],
    ['row.found == row.checked', 'day-and-moment 0'],
    ['today.minusDays(3) < row.found', 'day-and-moment 0'],
    ['!(row.found > "2026-01-01")', 'day-and-moment 2'],
  ])('%s is wrong', (text, problem) => expect(check(text)).toEqual([problem]))
  it('finds every wrong name, not the first', () =>
    expect(check('row.a == 1 && row.b == 2')).toEqual(['unknown-member 4', 'unknown-member 18']))

  it('lets a value that need not decide anything be of any type', () => {
    expect(checkExpression('row.money + 1', { ...env, result: 'any' })).toEqual([])
    expect(checkExpression('row.money +', { ...env, result: 'any' })).toHaveLength(1)
  })

  it('says in both languages what is wrong, and where it begins and ends', () => {
    expect(checkExpression('rwo.closed == 0', env)).toStrictEqual([
      {
        code: 'unknown-variable',
        zh: '表达式里没有变量“rwo”，这里可用：row、user、today',
        en: 'There is no variable "rwo" here; known: row, user, today',
        start: 0,
        end: 3,
        suggestion: 'row',
      },
    ])
    expect(checkExpression('1 == row.zzzzzzzz', env)).toStrictEqual([
      {
        code: 'unknown-member',
        zh: 'row 没有“zzzzzzzz”',
        en: 'row has no "zzzzzzzz"',
        start: 9,
        end: 17,
      },
    ])
    expect(checkExpression('row.platform == "taobo"', env)).toStrictEqual([
      {
        code: 'unknown-text',
        zh: 'row.platform 不可能是“taobo”：没有这个取值',
        en: 'row.platform is never "taobo": no such value',
        start: 16,
        end: 23,
        suggestion: 'taobao',
      },
    ])
    expect(checkExpression('row.closed', env)).toStrictEqual([
      {
        code: 'result',
        zh: '结果应为是否值，这里是整数',
        en: 'The result must be true or false, this is int',
        start: 0,
        end: 10,
      },
    ])
    expect(checkExpression('row.closed ==', env)).toMatchObject([
      { zh: expect.stringContaining('表达式没有写完'), en: expect.stringContaining('incomplete'), end: 13 },
    ])
  })
})
