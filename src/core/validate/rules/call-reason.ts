import { getEntry, getString, type Node } from '../../source/node.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'

/** Kinds of access that depend on no page: each use must state a reason. */
const TO_ALL = ['open', 'staff']

export const callReason: Rule = {
  code: 'call-reason',
  about: {
    zh: '人人可调用的接口写明理由（because）；其他接口随页面、接口或选择而来',
    en: 'A call that everybody may make says why (because); any other comes with pages, calls or choices',
  },
  alone: true,
  check: (context, report) => {
    for (const { node } of context.of('endpoints')) {
      const endpoints = getEntry(node, 'endpoints')?.value
      if (endpoints?.type === 'map')
        for (const [name, { keyOrigin, value }] of endpoints.entries) checkCall(name, value, keyOrigin, report)
    }
  },
}

function checkCall(name: string, node: Node, origin: Parameters<RuleReport>[0]['origin'], report: RuleReport): void {
  const access = getString(node, 'access') ?? 'page'
  const because = getEntry(node, 'because')
  if (!TO_ALL.includes(access)) {
    if (because)
      report({
        origin: because.keyOrigin,
        zh: `接口 ${name} 由页面决定谁能调用，because 没有作用：删去它，或改写 access`,
        en: `Pages decide who may make the call ${name}, so because says nothing: drop it, or change access`,
      })
    return
  }
  if (!because)
    report({
      origin,
      zh: `接口 ${name} 任何人都能调用（access: ${access}），须用 because 写明理由；否则写 access: page`,
      en: `Everybody may make the call ${name} (access: ${access}): write why with because, or access: page`,
    })
  for (const key of ['comesWith', 'choosing']) {
    const entry = getEntry(node, key)
    if (entry)
      report({
        origin: entry.keyOrigin,
        zh: `接口 ${name} 任何人都能调用（access: ${access}），${key} 没有作用`,
        en: `Everybody may make the call ${name} (access: ${access}), so ${key} says nothing`,
      })
  }
}
