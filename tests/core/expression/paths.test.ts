import { describe, expect, it } from 'vitest'
import { compileExpression, memberPaths } from '../../../src/core/expression/index.ts'

describe('the members that an expression reads', () => {
  it.each([
    ['row.a.b', [['row', 'a', 'b']]],
    ['row["a"].b["c"]', [['row', 'a', 'b', 'c']]],
    ['row.?a.?b.orValue(0)', [['row', 'a', 'b']]],
    ['row[?"a"].orValue(0)', [['row', 'a']]],
    ['row.list[0].a', [['row', 'list']]],
    ['row.list[values]', [['row', 'list'], ['values']]],
    [
      'row.list[values.at]',
      [
        ['row', 'list'],
        ['values', 'at'],
      ],
    ],
    [
      'size(row.list) + values.n',
      [
        ['row', 'list'],
        ['values', 'n'],
      ],
    ],
    [
      '{"a": row.x, values.k: 1}',
      [
        ['row', 'x'],
        ['values', 'k'],
      ],
    ],
    ['[1, 2].exists(n, n == row.n)', [['row', 'n']]],
    ['row.list.map(n, row)', [['row', 'list'], ['row']]],
    ['row.list.map(n, open, n.x)', [['row', 'list'], ['open']]],
    ['row.list.filter(a, a.list.exists(b, a.n == b.n))', [['row', 'list']]],
    ['row.list.all(n, n > 1) && n == 2', [['row', 'list'], ['n']]],
    [
      'row.name.contains(values.part)',
      [
        ['row', 'name'],
        ['values', 'part'],
      ],
    ],
  ])('%s', (text, paths) => expect(memberPaths(text)).toEqual(paths))

  it.each([
    ['row[?"x"].orValue("none")', 'none'],
    ['row.?x.y.orValue("none")', 'none'],
    ['row["x"] == null', true],
    ['row.x', null],
    ['row.x.y', null],
    ['has(row.x.y)', false],
    ['!has(row.x)', true],
  ])('absent ones are empty, but where it asks whether they are there: %s', (text, result) =>
    expect(compileExpression(text)({ row: {} })).toBe(result),
  )
})
