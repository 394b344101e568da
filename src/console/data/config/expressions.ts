import type { Page } from '../../../core/contract/configuration.ts'
import type { UserInfo } from '../../../core/contract/api.ts'
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

/** Loads the expression engine if the page has expressions, before the page is drawn. */
export async function loadExpressions(page: Page): Promise<void> {
  if (compile || !(hasExpressions(page) || (page.kind === 'detail' && page.tabs.length > 0))) return
  await loadEngine()
}

export async function loadEngine(): Promise<void> {
  if (compile) return
  const engine = await import('../../../core/expression/compile.ts')
  compile = engine.compileExpression as Compile
  judge = engine.mayHold
}

function hasExpressions(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasExpressions)
  if (typeof value !== 'object' || !value) return isExpression(value)
  return Object.entries(value).some(([key, inner]) => key !== 'dictionaries' && hasExpressions(inner))
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
      if (!compile) throw new Error('expressions are not loaded')
      compiled.set(text, (fn = compile(text)))
    }
    return fn(context)
  } catch (cause) {
    report(text, origin, cause)
    return undefined
  }
}

/**
 * Whether a condition could hold for some row. True if it cannot be evaluated: the error then appears where it is used.
 */
export function mayHold(text: string, context: Record<string, unknown>): boolean {
  try {
    return judge?.(text, context) ?? true
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
