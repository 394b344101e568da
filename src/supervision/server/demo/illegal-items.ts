import type { TableRow } from '../../../server/db/database.ts'
import { chinaTime } from '../../../server/db/time.ts'
import { keyOf, type Generating } from './ground/generating.ts'
import { MATTERS } from './clue-words.ts'

const YEAR_MS = 365 * 86_400_000
const number = (at: number): string => String(at + 1).padStart(3, '0')
export const itemKey = (item: string): string => `demo-item-${number(MATTERS.findIndex(one => one.item === item))}`

/** 《…》第…条 */
const LAW = /^(《.+》)(.+)$/

/** Items of the platform, for all customers. */
export const itemRows = (g: Generating): TableRow[] =>
  MATTERS.map((matter, at) => {
    const [, lawName = '', violateArticle = ''] = LAW.exec(matter.law) ?? []
    return {
      illegalId: itemKey(matter.item),
      itemCode: `WF${number(at)}`,
      itemName: matter.item,
      illegalCategory: keyOf(g.dictionary('illegalCategory'), matter.category),
      businessField: keyOf(g.dictionary('businessField'), matter.product ?? '网络交易'),
      lawName,
      violateArticle,
      riskLevel: keyOf(g.dictionary('riskLevel'), matter.risk),
      evidencePoints: '商品详情页、店铺首页与证照公示页截图，交易快照。',
      enabled: 1,
      sort: at + 1,
      createTime: chinaTime(g.now - YEAR_MS),
      updateTime: chinaTime(g.now - YEAR_MS),
      delFlag: 0,
    }
  })

/** Models of the platform: one for each category, of the features of its items. */
export const modelKey = (category: string): string =>
  `demo-model-${number(MATTERS.findIndex(one => one.category === category))}`

const KINDS: Readonly<Record<string, string>> = {
  违法广告: '广告',
  价格违法: '价格',
  侵权假冒: '侵权',
  虚假宣传: '虚假宣传',
}

export function modelRows(g: Generating): [string, TableRow[]][] {
  const stamps = { createTime: chinaTime(g.now - YEAR_MS), updateTime: chinaTime(g.now - YEAR_MS / 12), delFlag: 0 }
  const models = [...new Set(MATTERS.map(({ category }) => category))].map(category => {
    const own = MATTERS.flatMap((matter, at) => (matter.category === category ? [{ matter, at }] : []))
    return {
      modelId: modelKey(category),
      modelName: `${category}监测模型`,
      illegalId: itemKey(own[0]?.matter.item ?? ''),
      field: keyOf(g.dictionary('businessField'), own[0]?.matter.product ?? '网络交易'),
      modelKind: keyOf(g.dictionary('modelKind'), KINDS[category] ?? '组合'),
      features: own.map(({ at }) => `demo-feature-${number(at)}`).join(','),
      logic: '1',
      version: 'v1',
      state: 1,
      effective: stamps.createTime.slice(0, 10),
      ...stamps,
    }
  })
  const versions = models.map(({ modelId, version, features, logic }) => ({
    versionId: `${modelId}-1`,
    modelId,
    version,
    features,
    logic,
    time: stamps.createTime,
    ...stamps,
  }))
  return [
    ['model', models],
    ['modelVersion', versions],
  ]
}

/** The words by which each item is found. */
export const featureRows = (g: Generating): TableRow[] =>
  MATTERS.map((matter, at) => ({
    featureId: `demo-feature-${number(at)}`,
    illegalId: itemKey(matter.item),
    featureName: `${matter.item}关键词`,
    featureKind: keyOf(g.dictionary('featureKind'), '关键词'),
    words: matter.words.join(','),
    scope: keyOf(g.dictionary('matchScope'), '标题'),
    weight: g.random.int(5, 30),
    hitCount: g.random.int(0, 200),
    precision: g.random.int(60, 98),
    enabled: 1,
    createTime: chinaTime(g.now - YEAR_MS),
    updateTime: chinaTime(g.now - YEAR_MS / 12),
    delFlag: 0,
  }))
