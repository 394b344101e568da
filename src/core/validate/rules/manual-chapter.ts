import { chapterNames } from '../../compile/manuals.ts'
import { nearest } from '../../diagnostic/nearest.ts'
import { getEntry, getNode, isFalse, type Entry, type MapNode } from '../../source/node.ts'
import type { RuleContext } from '../facts/context.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'
import type { ScopeView } from '../facts/scope-view.ts'
import { fewNames, reportUnknown } from './named.ts'

/** Everybody works in an area of one of these levels, so whoever has no manual by a role has that of the level. */
const LEVELS = 'areaLevel'

/** A reader named with nothing behind it, or with false, has no manual. */
const has = (entry: Entry | undefined): boolean =>
  entry !== undefined && !isFalse(entry.value) && !(entry.value.type === 'scalar' && entry.value.value === null)

function readersWithout(manuals: MapNode, levels: ReadonlySet<string>): string[] {
  return [...levels].filter(level => !has(manuals.entries.get(level)))
}

export const manualChapter: Rule = {
  code: 'manual-chapter',
  about: {
    zh: '操作手册的各章存在并有人读；写了手册，各级人员就都有',
    en: 'The chapters of manuals exist and are read by somebody; where there are manuals, staff of each level have one',
  },
  check: (context, report) => {
    const read = new Set<string>()
    for (const { node, view } of context.of('app')) {
      const manuals = getEntry(node, 'manuals')
      if (manuals?.value.type !== 'map' || manuals.value.entries.size === 0) continue
      const known = new Set(context.of('manual').map(({ name }) => name))
      const missing = readersWithout(manuals.value, view.entries(LEVELS) ?? new Set())
      if (missing.length > 0)
        report({
          origin: manuals.keyOrigin,
          zh: `这些层级的人没有操作手册：${missing.join('、')}`,
          en: `Staff of these levels have no manual: ${missing.join(', ')}`,
        })
      checkReaders(manuals.value, view, report)
      for (const name of checkChapters(manuals.value, known, report)) read.add(name)
    }
    reportUnread(context, read, report)
  },
}

/** Whom a manual is for: a level, a role's code, or what a role is called. */
function checkReaders(manuals: MapNode, view: ScopeView, report: RuleReport): void {
  const known = new Set([...(view.entries(LEVELS) ?? []), ...view.names('role'), ...view.labels('role')])
  for (const [name, { keyOrigin, value }] of manuals.entries)
    if (!isFalse(value) && !known.has(name))
      reportUnknown(report, { name, origin: keyOrigin }, ['角色或地区层级', 'role or level'], known)
}

function checkChapters(manuals: MapNode, known: ReadonlySet<string>, report: RuleReport): string[] {
  return [...manuals.entries.values()].flatMap(({ value }) => {
    const names = chapterNames(value)
    for (const [i, name] of names.entries()) {
      if (known.has(name)) continue
      const meant = nearest(name, known)
      const all = meant === undefined ? fewNames(known) : undefined
      report({
        origin: getNode(value, [i])?.origin ?? value.origin,
        zh: `操作手册没有“${name}”这一章${all ? `，已有：${all.join('、')}` : ''}`,
        en: `The manual has no chapter "${name}"${all ? `; there are: ${all.join(', ')}` : ''}`,
        suggestion: meant,
      })
    }
    return names
  })
}

function reportUnread(context: RuleContext, read: ReadonlySet<string>, report: RuleReport): void {
  const told = new Set<string>()
  for (const { name, node } of context.of('manual')) {
    if (read.has(name) || told.has(name)) continue
    told.add(name)
    report({
      origin: node.origin,
      zh: `没有人读到操作手册的“${name}”这一章：请写进 app.yaml 的 manuals`,
      en: `Nobody reads the chapter "${name}" of the manual: name it in manuals of app.yaml`,
    })
  }
}
