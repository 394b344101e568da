import { describe, expect, it } from 'vitest'
import { compileExpression } from '../../../src/core/expression/compile.ts'
import { ExpressionError } from '../../../src/core/expression/error.ts'
import { explainProblem } from '../../../src/core/expression/messages.ts'

const failureOf = (run: () => unknown): unknown => {
  try {
    return run()
  } catch (cause) {
    return cause
  }
}

describe('an error of an expression', () => {
  it('keeps what the evaluator says of it, and the evaluator’s error as its cause', () => {
    const error = failureOf(() => compileExpression('row.x.y.contains(1)')({ row: { x: { y: 'a' } } }))
    expect(error).toMatchObject({ name: 'ExpressionError', code: 'no_matching_overload', range: { start: 0, end: 19 } })
    expect((error as Error).cause).toBeInstanceOf(Error)
    expect((error as Error).message).not.toContain('\n')
  })
  it('is taken as it is where it is one already', () => {
    const error = new ExpressionError('own', 'mine', { start: 1, end: 2 })
    expect(ExpressionError.of(error)).toBe(error)
  })
  it('is made of anything else that is thrown, without a place', () => {
    const cause = new RangeError('too deep')
    expect(ExpressionError.of(cause)).toMatchObject({ code: 'failed', message: 'too deep', range: undefined, cause })
    expect(ExpressionError.of('broken')).toMatchObject({ code: 'failed', message: 'broken', cause: 'broken' })
  })
})

describe('what an author reads of it', () => {
  it('is what the evaluator’s code means, with the part that is wrong; what it says itself is English', () =>
    expect(explainProblem('unterminated_string', 'at 3', "'abc")).toEqual({
      zh: "文本少了收尾的引号：“'abc”",
      en: 'A text lacks its closing quote: at 3',
    }))
  it('is that the expression is wrong, where the code has no words', () =>
    expect(explainProblem('of_tomorrow', 'at 3', '')).toEqual({
      zh: '表达式有误：两边、各分支或参数的类型不合',
      en: 'The expression is wrong: at 3',
    }))
})
