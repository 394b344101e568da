/** Expressions at run time, in the browser and on the server. Their check is in check.ts, away from the browser. */
export { compileExpression, mayHold, memberPaths, type Compiled, type Context } from './compile.ts'
export { isExpression } from './written.ts'
export { ExpressionError } from './error.ts'
