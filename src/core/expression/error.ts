import { EvaluationError, ParseError, TypeError } from '@marcbachmann/cel-js'

/** An expression that cannot be read, or fails while it is computed. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError'
  /** stable, e.g. unexpected_token, no_such_overload */
  readonly code: string
  /** offsets into the expression */
  readonly range: { start: number; end: number } | undefined

  constructor(code: string, message: string, range?: { start: number; end: number }, cause?: unknown) {
    super(message, { cause })
    this.code = code
    this.range = range
  }

  static of(cause: unknown): ExpressionError {
    if (cause instanceof ExpressionError) return cause
    if (cause instanceof ParseError || cause instanceof EvaluationError || cause instanceof TypeError) {
      return new ExpressionError(cause.code, cause.summary, cause.range, cause)
    }
    return new ExpressionError('failed', cause instanceof Error ? cause.message : String(cause), undefined, cause)
  }
}
