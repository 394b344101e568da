import type { ConsoleApp } from '../../app/app.ts'
import type { BackendFacts } from '../../../core/contract/backend.ts'
import type { Call } from '../../../core/contract/configuration.ts'
import { fieldsOf } from '../../app/kept.ts'
import { CallError } from '../http/errors.ts'
import { send, type Args } from '../http/http.ts'
import type { Answer } from './answer.ts'

/** As the specification asks for a count: the list's first row, with the total. */
const ONE = { pageFlag: 1, pageNo: 1, pageRowNo: 1 }

/** Tabs of a list are counted by the list itself. */
export function tabsBy(app: ConsoleApp, facts: BackendFacts): Record<string, Answer> {
  const count = async (call: Call, args: Args): Promise<object> => {
    const answer = await send<unknown>(app, call, { ...args, ...ONE }, { quiet: true })
    return { number: Number(fieldsOf(answer)['totalRecord'] ?? 0), capped: false }
  }
  return {
    'list.tabs': async ({ call, args, tabs }) => {
      const source = facts.calls[String(call)]?.call
      if (!source) return {}
      const counted = Object.entries(fieldsOf(tabs)).map(
        async ([name, own]) =>
          [name, await count(source, { ...fieldsOf(args), ...fieldsOf(own) }).catch(nothing)] as const,
      )
      return Object.fromEntries(await Promise.all(counted))
    },
  }
}

/** The list itself says what went wrong; a tab is then without its number. */
function nothing(cause: unknown): undefined {
  if (!(cause instanceof CallError) || cause.logout) throw cause
}
