import type { TableRow } from '../../../server/db/database.ts'
import { chinaTime } from '../../../server/db/time.ts'
import { daysAgo } from './carriers.ts'
import type { DemoKnowledge } from './documents.ts'
import { keyOf, type Generating } from './ground/generating.ts'

const YEAR_MS = 365 * 86_400_000
const number = (at: number): string => String(at + 1).padStart(3, '0')

/** Laws with their articles, and cases: of the platform, for all customers; entity → rows. */
export function knowledgeRows(g: Generating, knowledge: DemoKnowledge | undefined): [string, TableRow[]][] {
  if (!knowledge) return []
  const stamps = {
    createTime: chinaTime(g.now - YEAR_MS),
    updateTime: chinaTime(g.now - YEAR_MS),
    delFlag: 0,
  }
  const laws = knowledge.laws.map((law, at) => ({
    lawId: `demo-law-${number(at)}`,
    lawName: law.name,
    lawLevel: keyOf(g.dictionary('lawLevel'), law.level),
    docNo: law.no,
    issueOrg: law.by,
    issueDate: law.issued,
    effectDate: law.from,
    lawState: keyOf(g.dictionary('lawState'), law.state ?? '现行有效'),
    field: keyOf(g.dictionary('businessField'), law.field),
    ...stamps,
  }))
  const articles = knowledge.laws.flatMap((law, at) =>
    Object.entries(law.articles).map(([articleNo, text], i) => ({
      articleId: `demo-law-${number(at)}-${i + 1}`,
      lawId: `demo-law-${number(at)}`,
      sort: i + 1,
      articleNo,
      text,
      ...stamps,
    })),
  )
  const cases = knowledge.typicalCases.map((one, at) => ({
    caseId: `demo-case-study-${number(at)}`,
    kind: keyOf(g.dictionary('caseStudyKind'), one.kind),
    title: one.title,
    category: keyOf(g.dictionary('illegalCategory'), one.category),
    field: keyOf(g.dictionary('businessField'), one.field),
    party: '某经营者（样例）',
    publishOrg: '样例案例库',
    publishDate: daysAgo(g, 30 + at * 40, 50 + at * 40).slice(0, 10),
    fact: one.fact,
    focus: one.focus,
    lawBasis: one.law,
    result: one.result,
    enlighten: one.lesson,
    ...stamps,
  }))
  return [
    ['law', laws],
    ['lawArticle', articles],
    ['caseStudy', cases],
  ]
}
