import { nearest } from '../../diagnostic/nearest.ts'
import { getEntry, getNode, getString, isFalse, originAt, toValue, type MapNode } from '../../source/node.ts'
import { textsIn } from '../facts/statistic-facts.ts'
import { dimensionsOf, widgetsOf, type WidgetFacts } from '../facts/widget-facts.ts'
import { checkWrittenFilters } from '../facts/written-filters.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'

export const dashboardWidget: Rule = {
  code: 'dashboard-widget',
  about: {
    zh:
      '部件的指标、维度是它的统计有的，个数和第一个维度的类别合这种部件；options 是它认识的；'
      + 'order 写它的指标或维度，top、rest 不用于时间和分段；条件是统计的实体能筛选的',
    en:
      'Measures and dimensions of a widget are those of its statistic, as many and of such a kind as it draws; its '
      + 'options are known; order names one of them, top and rest are not of time or bands; filters fit the entity',
  },
  alone: true,
  check: (context, report) => {
    for (const widget of widgetsOf(context)) {
      checkStatistic(widget, report)
      if (widget.statistic) {
        checkNames(widget, report)
        checkOrder(widget, report)
        const { fields } = widget.statistic
        checkWrittenFilters(getEntry(widget.node, 'filters')?.value, fields, widget.page.view, report)
      }
      checkOptions(widget, report)
      checkSize(widget, report)
      checkSide(widget, report)
    }
  },
}

/** Reports at a key of the widget, or at its kind where the key is not written. */
function say(
  { node, word }: WidgetFacts,
  key: string,
  report: RuleReport,
  zh: string,
  en: string,
  suggestion?: string,
) {
  const origin = originAt(node, [getEntry(node, key) ? key : 'widget'])
  report({ origin, zh: `部件 ${word}：${zh}`, en: `${word}: ${en}`, suggestion })
}

const DRAWN = ['statistic', 'measures', 'by', 'compare', 'top', 'rest', 'order', 'last']

function checkStatistic(widget: WidgetFacts, report: RuleReport): void {
  const { node, kind } = widget
  const [least, most] = kind.measures
  if (most === 0) {
    const [word] = DRAWN.filter(key => getEntry(node, key))
    if (word !== undefined) say(widget, word, report, `不画统计，不写 ${word}`, `draws no statistic and has no ${word}`)
    return
  }
  if (!getEntry(node, 'statistic'))
    return say(widget, 'widget', report, '要写 statistic（画哪个统计）', 'needs a statistic')
  checkCount(widget, 'measures', '指标', [least, most], report)
  checkCount(widget, 'by', '维度', kind.by, report)
}

function checkCount(
  widget: WidgetFacts,
  key: 'measures' | 'by',
  zh: string,
  [least, most]: readonly [number, number],
  report: RuleReport,
): void {
  const count = textsIn(widget.node, key).length
  if (count >= least && count <= most) return
  const range = least === most ? String(least) : `${least} 至 ${most}`
  const text = most === 0 ? `不分组，不写 ${key}` : `${key} 要写 ${range} 个${zh}，这里是 ${count} 个`
  const en = `${key} takes ${least === most ? least : `${least} to ${most}`}, here are ${count}`
  say(widget, key, report, text, en)
}

function checkNames(widget: WidgetFacts, report: RuleReport): void {
  const { node, kind, measures, dimensions, word } = widget
  checkNamed(widget, { key: 'measures', of: 'measures', known: measures, zh: '指标', en: 'measure' }, report)
  checkNamed(widget, { key: 'by', of: 'dimensions', known: dimensions, zh: '维度', en: 'dimension' }, report)
  const [first] = textsIn(node, 'by')
  const found = first && dimensions.get(first.text)
  if (found && kind.first && !kind.first.includes(found.kind))
    report({
      origin: first.origin,
      zh: `部件 ${word} 的第一个维度要是${kind.first.map(one => KINDS[one]).join('、')}，“${found.label}”不是`,
      en: `The first dimension of ${word} is one of ${kind.first.join(', ')}; ${found.name} is none`,
    })
}

interface Named {
  key: 'measures' | 'by'
  of: 'measures' | 'dimensions'
  known: ReadonlyMap<string, unknown>
  zh: string
  en: string
}

function checkNamed(
  { name, node, page, statistic }: WidgetFacts,
  { key, of, known, zh, en }: Named,
  report: RuleReport,
) {
  for (const { text, origin } of textsIn(node, key)) {
    if (known.has(text)) continue
    const left = getNode(statistic?.node, [of, text])
    const from = statistic?.name ?? ''
    const meant = nearest(text, known.keys())
    const all = meant === undefined ? [...known.keys()] : []
    report(
      // where a region leaves out what a widget draws, that line breaks the page
      left && isFalse(left)
        ? {
            origin: left.origin,
            zh: `看板 ${page.name} 的部件 ${name} 要用${zh} ${text}：要去掉它，也在看板里去掉那个部件`,
            en: `The widget ${name} of ${page.name} draws the ${en} ${text}: leave the widget out, too`,
          }
        : {
            origin,
            zh: `统计 ${from} 没有${zh}“${text}”${all.length > 0 ? `，已有：${all.join('、')}` : ''}`,
            en: `The statistic ${from} has no ${en} "${text}"${all.length > 0 ? `; there are: ${all.join(', ')}` : ''}`,
            suggestion: meant,
          },
    )
  }
}

const KINDS = {
  time: '时间（month 等）',
  area: '地区',
  band: '分段',
  dict: '字典',
  flag: '是否',
  ref: '引用',
  text: '文字',
} as const

function checkOrder(widget: WidgetFacts, report: RuleReport): void {
  checkTop(widget, report)
  const { node } = widget
  const order = getString(node, 'order')
  if (order === undefined) return
  const [name = '', ...behind] = order.trim().split(/\s+/)
  const known = [...textsIn(node, 'measures'), ...textsIn(node, 'by')].map(({ text }) => text)
  if (!known.includes(name))
    say(
      widget,
      'order',
      report,
      `order 写本部件的指标或维度：${known.join('、')}`,
      `order is one of its measures and dimensions: ${known.join(', ')}`,
      nearest(name, known),
    )
  else if (behind.length > 1 || !['asc', 'desc'].includes(behind[0] ?? 'asc'))
    say(widget, 'order', report, '名字后面只写 desc', 'behind the name stands desc or nothing', `${name} desc`)
}

function checkTop(widget: WidgetFacts, report: RuleReport): void {
  const { node } = widget
  const [first] = dimensionsOf(widget)
  const inOrder = first?.kind === 'time' || first?.kind === 'band'
  const [zh, en] = inOrder
    ? ['时间和分段按先后', 'time and bands have their order']
    : ['没有分组（by）', 'there are no groups (by)']
  for (const key of ['top', 'rest'] as const)
    if (getEntry(node, key) && (inOrder || textsIn(node, 'by').length === 0))
      say(widget, key, report, `${zh}，不写 ${key}`, `${en}, so no ${key}`)
  if (getEntry(node, 'rest') && !getEntry(node, 'top'))
    say(widget, 'rest', report, 'rest 是前几组以外的，要写 top', 'rest is what top leaves over: write top')
}

type OptionKind = WidgetFacts['kind']['options'][string]
const OPTIONS: Record<
  OptionKind,
  { zh: string; en: string; is: (value: unknown, drawn: readonly string[]) => boolean }
> = {
  flag: { zh: 'true 或 false', en: 'true or false', is: value => typeof value === 'boolean' },
  count: { zh: '正整数', en: 'a number from 1', is: value => Number.isInteger(value) && Number(value) > 0 },
  text: { zh: '文字', en: 'a text', is: value => typeof value === 'string' },
  measure: {
    zh: '本部件的一个指标',
    en: 'a measure of the widget',
    is: (value, drawn) => drawn.includes(String(value)),
  },
  names: {
    zh: '名字的列表',
    en: 'a list of names',
    is: value => Array.isArray(value) && value.every(one => typeof one === 'string'),
  },
  map: { zh: '映射', en: 'a map', is: value => typeof value === 'object' && value !== null && !Array.isArray(value) },
}

function checkOptions({ node, kind, word }: WidgetFacts, report: RuleReport): void {
  const options = getEntry(node, 'options')?.value
  if (options?.type !== 'map') return
  const names = Object.keys(kind.options)
  const measures = textsIn(node, 'measures').map(({ text }) => text)
  for (const [name, { keyOrigin, value }] of options.entries) {
    const of = kind.options[name]
    if (of === undefined || !names.includes(name)) {
      const all = names.length > 0 ? `，已有：${names.join('、')}` : ''
      report({
        origin: keyOrigin,
        zh: `部件 ${word} 没有设置“${name}”${all}`,
        en: `${word} has no option "${name}"${names.length > 0 ? `; there are: ${names.join(', ')}` : ''}`,
        suggestion: nearest(name, names),
      })
    } else if (!OPTIONS[of].is(toValue(value), measures)) {
      const { zh, en } = OPTIONS[of]
      const suggestion = of === 'measure' ? nearest(String(toValue(value)), measures) : undefined
      report({ origin: value.origin, zh: `${name} 要写 ${zh}`, en: `${name} is ${en}`, suggestion })
    } else if (name === 'columns' && kind.list !== true) checkColumns(node, options, report)
  }
}

/** What stands in the head of a cross table is among its dimensions. */
function checkColumns(widget: MapNode, options: MapNode, report: RuleReport): void {
  const by = textsIn(widget, 'by').map(({ text }) => text)
  for (const { text, origin } of textsIn(options, 'columns'))
    if (!by.includes(text))
      report({
        origin,
        zh: `columns 写本部件的维度：${by.join('、')}`,
        en: `columns are of its dimensions: ${by.join(', ')}`,
        suggestion: nearest(text, by),
      })
}

/** Columns and rows below which marks and their words have no room. */
const LEAST = 3
function checkSize(widget: WidgetFacts, report: RuleReport): void {
  if (widget.kind.by[1] === 0 || widget.word === 'kpi') return
  for (const key of ['width', 'height'] as const) {
    const value = getEntry(widget.node, key)?.value
    if (value?.type === 'scalar' && typeof value.value === 'number' && value.value < LEAST)
      say(widget, key, report, `${key} 至少 ${LEAST}，再小就画不下`, `${key} is at least ${LEAST}, or there is no room`)
  }
}

function checkSide(widget: WidgetFacts, report: RuleReport): void {
  const screen = getEntry(widget.page.node, 'screen')?.value
  if (!getEntry(widget.node, 'side') || (screen?.type === 'scalar' && screen.value === true)) return
  say(
    widget,
    'side',
    report,
    '只有大屏（screen: true）的部件写 side',
    'has a side on a wall display only (screen: true)',
  )
}
