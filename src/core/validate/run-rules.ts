import type { Report } from '../diagnostic/diagnostic.ts'
import type { Resolver } from '../overlay/resolve.ts'
import { RuleContext } from './facts/context.ts'
import type { KnownCode } from './facts/known-code.ts'
import type { RuleReport } from './facts/rule.ts'
import { RULES } from './rules/index.ts'

/** Every rule across files, over the merged documents; `only`: those of these codes. */
export function runRules(resolver: Resolver, report: Report, code?: KnownCode, only?: ReadonlySet<string>): void {
  const context = new RuleContext(resolver, code)
  for (const rule of RULES) {
    if (only?.has(rule.code) === false) continue
    const say: RuleReport = ({ origin, zh, en, suggestion, severity }) =>
      report({
        code: rule.code,
        severity: severity ?? 'error',
        message: zh,
        messageEn: en,
        origin,
        ...(suggestion === undefined ? {} : { suggestion }),
      })
    rule.check(context, say)
  }
}
