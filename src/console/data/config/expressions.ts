import type { Page } from '../../../core/contract/configuration.ts'
import { needsEngine } from '../../../core/expression/needs-engine.ts'
import type { UserInfo } from '../../../core/contract/api.ts'
import { simpleExpression } from '../../../core/expression/simple.ts'
import { isExpression } from '../../../core/model/field/written.ts'
import type { Value } from '../../../core/model/field/named.ts'
import type { UserShape } from '../../../core/model/scope.ts'

export interface ExpressionScope {
  user: UserShape
  option: Record<string, boolean | string | number>
}
export type Compiled = (context: Record<string, unknown>) => unknown
type Compile = (text: string) => Compiled

let compile: Compile | undefined
let judge: ((text: string, context: Record<string, unknown>) => boolean) | undefined
const compiled = new Map<string, Compiled>()

/** Loads the expression engine if the page has expressions that need it, before the page is drawn. */
export async function loadExpressions(page: Page): Promise<void> {
  if (needsEngine(page)) await loadEngine()
}

export async function loadEngine(): Promise<void> {
  if (compile) return
  const engine = await import('../../../core/expression/compile.ts')
  compile = engine.compileExpression as Compile
  judge = engine.mayHold
}

/**
 * A value as it is, or what its expression comes to. One that fails is said with its place, and its thing stays hidden
 * or off.
 */
export function evaluate(text: Value, origin: string, context: Record<string, unknown>): unknown {
  if (!isExpression(text)) return text
  try {
    let fn = compiled.get(text)
    if (!fn) {
      compiled.set(text, (fn = functionOf(text)))
    }
    return fn(context)
  } catch (cause) {
    report(text, origin, cause)
    return undefined
  }
}

function functionOf(text: string): Compiled {
  const fn = simpleExpression(text)?.compute ?? compile?.(text)
  if (!fn) throw new Error('expressions are not loaded')
  return fn
}

/**
 * Whether a condition could hold for some row. True if it cannot be evaluated: the error then appears where it is used.
 */
export function mayHold(text: string, context: Record<string, unknown>): boolean {
  try {
    return simpleExpression(text)?.mayHold(context) ?? judge?.(text, context) ?? true
  } catch {
    return true
  }
}

const reported = new Set<string>()
function report(text: string, origin: string, cause: unknown): void {
  if (reported.has(origin + text)) return
  reported.add(origin + text)
  console.error(`${origin}: ${text}: ${cause instanceof Error ? cause.message : String(cause)}`)
}

export function userShape(user: UserInfo): UserShape {
  return {
    id: user.id,
    nickName: user.nickName,
    customerId: user.customerId,
    areaCode: user.sysArea.areaCode,
    areaLevel: user.sysArea.areaLevel,
    roles: user.sysRoles.map(role => role.code),
    orgId: user.sysOrg.orgId,
  }
}
