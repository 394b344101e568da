import { describe, expect, it } from 'vitest'
import { withDefaults } from '../../../src/core/overlay/defaults.ts'
import { getEntry, toValue } from '../../../src/core/source/node.ts'
import { tree } from '../files.ts'

const widgetsOf = (text: string): unknown => {
  const widgets = getEntry(withDefaults(tree(text, 'schemas/pages/home.yaml')), 'widgets')?.value
  return widgets && toValue(widgets)
}

describe('what a workflow says once of records that its transitions create', () => {
  const transitionsOf = (text: string): unknown => {
    const transitions = getEntry(withDefaults(tree(text, 'schemas/workflows/clue.yaml')), 'transitions')?.value
    return transitions && toValue(transitions)
  }
  it('lies under what each transition says that creates one', () => {
    const workflow = `creates:
  past: {set: {name: =row.name, judge: '1'}}
transitions:
  own: {creates: {past: {when: =row.open, set: {judge: '2'}}, other: {set: {name: x}}}}
  same: {creates: {past: }}
  none: {label: 无}
  gone: false
`
    expect(transitionsOf(workflow)).toEqual({
      own: {
        creates: { past: { when: '=row.open', set: { name: '=row.name', judge: '2' } }, other: { set: { name: 'x' } } },
      },
      same: { creates: { past: { set: { name: '=row.name', judge: '1' } } } },
      none: { label: '无' },
      gone: false,
    })
  })
  it('leaves a workflow alone that says nothing so', () => {
    const workflow = tree('transitions: {own: {creates: {past: {set: {judge: "2"}}}}}\n')
    expect(withDefaults(workflow)).toBe(workflow)
  })
})

describe('what a dashboard says once', () => {
  it('is its statistic for each widget that counts, as far as neither it nor its kind names one', () => {
    const page = `statistic: shops
defaults: {rank: {measures: [total]}, pie: {statistic: sites}}
widgets:
  all: {widget: kpi, measures: [total]}
  own: {widget: kpi, measures: [clues], statistic: clues}
  first: {widget: rank}
  round: {widget: pie, measures: [total]}
  name: {widget: heading, title: 概览}
  gone: false
`
    expect(widgetsOf(page)).toEqual({
      all: { widget: 'kpi', measures: ['total'], statistic: 'shops' },
      own: { widget: 'kpi', measures: ['clues'], statistic: 'clues' },
      first: { widget: 'rank', measures: ['total'], statistic: 'shops' },
      round: { widget: 'pie', measures: ['total'], statistic: 'sites' },
      name: { widget: 'heading', title: '概览' },
      gone: false,
    })
  })

  it('leaves a page alone that says nothing so', () => {
    const page = tree('widgets: {all: {widget: kpi, measures: [total], statistic: shops}}\n')
    expect(withDefaults(page)).toBe(page)
  })
})
