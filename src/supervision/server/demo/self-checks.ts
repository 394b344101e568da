import type { TableRow } from '../../../server/db/database.ts'
import { shopsAndSites, stamps, timeFrom, urlOf, type Publisher, type TaskInput } from './task-input.ts'

/** What somebody of each unit has checked by itself: the carriers of one subject after the other. */
export const selfChecks = ({ g }: TaskInput, from: Publisher): TableRow[] =>
  shopsAndSites(from.objects)
    .slice(0, 3)
    .map((thing, i) => {
      const { kind, title, row } = thing
      const verdict = i === 0 ? '1' : '2'
      const url = urlOf(thing)
      const { subjectName = null, uscc_dim = null, platformName = null, illegalCount = 0 } = row
      const found = { objectKind: kind, objectName: title, url, platformName, subjectName, uscc_dim, illegalCount }
      return {
        ...stamps(g, from, i * 3 + 1),
        id: `demo-self-${from.area}-${i}`,
        areaCode: from.area,
        keyword: title,
        result: [{ ...found, verdict }],
        hitCount: 1,
        illegalCount: i === 0 ? 1 : 0,
        clueCount: from.clues.filter(clue => clue['uscc_dim'] === uscc_dim).length,
        caseCount: 0,
        complaintCount: 0,
        conclusion: i === 0 ? '页面宣传用语涉嫌违法，转线索处理' : '未发现问题',
        by: from.by?.['id'] ?? null,
        org: from.org['orgId'],
        time: timeFrom(g, -i * 3 - 1),
      }
    })
