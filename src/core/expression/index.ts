/**
 * Expressions at run time, in the browser and on the server. check.ts is not exported here, to keep the type checker
 * out of the browser bundle.
 */
export { compileExpression, conditionHolds, mayHold, memberPaths, type Compiled, type Context } from './compile.ts'
export { isExpression } from '../model/field/written.ts'
export { ExpressionError } from './error.ts'
