import type { TableRow } from '../../../server/db/database.ts'
import { chinaTime } from '../../../server/db/time.ts'
import { daysAgo } from './carriers.ts'
import type { DemoKnowledge } from './documents.ts'
import { keyOf, type Generating } from './ground/generating.ts'

const DAY_MS = 86_400_000
const YEAR_MS = 365 * DAY_MS
/** What a demonstration area is measured by. */
const INDICATORS = [
  ['亮照率', '不低于 95%', '96.8%', 98],
  ['投诉按期办结率', '不低于 98%', '98.5%', 97],
  ['平台信息报送', '每半年一次', '已按期报送', 100],
  ['经营者合规辅导', '每年不少于 4 场', '本年 5 场', 95],
] as const

/** Areas that were recognised have reached everything, others what their state allows. */
function demonstrationRows(g: Generating, { demonstrations }: DemoKnowledge): TableRow[] {
  return demonstrations.map(({ name, place, state, ago, lesson }, at) => {
    const done = state === '认定'
    return {
      id: `demo-demonstration-${number(at)}`,
      name,
      areaName: place,
      state: keyOf(g.dictionary('demoState'), state),
      applyDate: chinaTime(g.now - ago * DAY_MS - YEAR_MS * (done ? 3 : 0)).slice(0, 10),
      approveDate: done ? chinaTime(g.now - ago * DAY_MS).slice(0, 10) : null,
      indicators: INDICATORS.slice(0, done ? undefined : 1 + at).map(([item, target, reached, score]) => ({
        item,
        target,
        reached: done ? reached : '推进中',
        score: done ? score : null,
      })),
      experience: lesson,
      publishDate: chinaTime(g.now - (ago - 10) * DAY_MS).slice(0, 10),
      createTime: chinaTime(g.now - ago * DAY_MS),
      updateTime: chinaTime(g.now - ago * DAY_MS),
      delFlag: 0,
    }
  })
}

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
    ['demonstration', demonstrationRows(g, knowledge)],
    ['law', laws],
    ['lawArticle', articles],
    ['caseStudy', cases],
  ]
}
