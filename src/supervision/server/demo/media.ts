import type { Regions } from '../../../server/access/regions.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { daysAgo } from './carriers.ts'
import type { DemoDocument, DemoKnowledge } from './documents.ts'
import { keyOf, type Generating } from './ground/generating.ts'

/** Reports that each area is told of, the newest of them not yet handled. */
const EACH = 3

export interface MediaInput {
  demo: DemoDocument
  regions: Regions
  knowledge?: DemoKnowledge
}

/** What the media have written of the areas of the demonstration. */
export function mediaRows(g: Generating, { demo, regions, knowledge }: MediaInput): TableRow[] {
  const written = knowledge?.media ?? []
  return demo.records.flatMap(({ area }, n) => {
    const areaCode = area.padEnd(6, '0')
    const name = regions.nameOf(areaCode)
    return Array.from({ length: Math.min(EACH, written.length) }, (_, i) => {
      const one = written[(n + i * 2) % written.length]
      if (!one) return {}
      const isBad = one.mood === '负面'
      const publishTime = daysAgo(g, i * 9, i * 9 + 8)
      return {
        id: `demo-media-${area}-${i + 1}`,
        title: one.title.replace('{area}', name),
        mediaName: one.medium,
        mediaType: keyOf(g.dictionary('mediaType'), one.type),
        url: `https://media-${area}-${i + 1}.example/`,
        publishTime,
        summary: `${one.title.replace('{area}', name)}，相关情况由${one.medium}报道，尚待核实。`,
        sentiment: keyOf(g.dictionary('sentiment'), one.mood),
        hotScore: g.random.skewed(9000) + g.random.int(20, 300),
        keywords: one.words,
        relatedArea: areaCode,
        businessField: keyOf(g.dictionary('businessField'), one.field),
        handled: isBad && i < 2 ? '0' : '2',
        ignoreReason: isBad && i < 2 ? '' : '不涉及违法',
        areaCode,
        customerId: g.customerOf(areaCode),
        createTime: publishTime,
        updateTime: publishTime,
        delFlag: 0,
      }
    })
  })
}
