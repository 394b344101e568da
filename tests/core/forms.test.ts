import { describe, expect, it } from 'vitest'
import { formsOf } from '../../src/core/compile/page-forms.ts'
import type { Page } from '../../src/core/contract/configuration.ts'
import { beyond, itemsIn, standingOf, valuesOf, withBounds } from '../../src/core/contract/form-rules.ts'
import type { WorkflowDoc } from '../../src/core/model/workflow.ts'
import { machineOf } from '../../src/core/workflow/machine.ts'
import { ownFields } from '../../src/core/workflow/own-fields.ts'
import { check } from './files.ts'
import { readConfig } from '../../src/cli/read-config.ts'
import { ROOT } from '../folders.ts'

const sorted = (fields: ReadonlySet<string>): string[] => [...fields].sort()

describe('what a form asks for', () => {
  const { configuration } = check(Object.fromEntries(readConfig(ROOT).map(({ path, text }) => [path, text])))
  const page = (route: string): Page => configuration.scope({}).page(route)!

  it('are the fields of a form page, with those that its address begins', () => {
    const [form] = formsOf(page('dataCenter/interviewForm'))
    expect(form).toMatchObject({ call: 'interview.save', begun: expect.arrayContaining(['objectId']), carried: [] })
    expect(form?.fields.map(({ name }) => name)).toContain('interviewers')
  })

  it('are those of each button, with what the button works out and the step that it takes', () => {
    const forms = formsOf(page('management/iframe'))
    expect(forms.find(({ call }) => call === 'inspection.save')).toMatchObject({
      carried: ['objectKind', 'objectName', 'url', 'areaCode', 'inspectMode'],
      begun: [],
    })
    const act = formsOf(page('illegalClues/Case')).find(({ transition }) => transition === 'cl')
    expect(act).toMatchObject({ call: 'illegalResult.act' })
    expect(act?.fields.find(({ name }) => name === 'rectifyLimit')).toMatchObject({
      requiredWhen: "values.processMode == '1'",
      min: 'values.checkDate',
    })
  })

  it('says its conditions once, at the entity: what is only read has no use for them', () => {
    const [form] = formsOf(page('illegalClues/processForm'))
    expect(form?.fields.find(({ name }) => name === 'checkers')).toMatchObject({
      requiredWhen: expect.stringContaining('processMode'),
      minItems: 2,
    })
    const list = page('dataCenter/complaints')
    expect(
      list.kind === 'list' && list.columns.filter(({ min, max }) => typeof min === 'string' || typeof max === 'string'),
    ).toEqual([])
  })
})

describe('what stands in a form', () => {
  const at =
    (known: Record<string, unknown>) =>
    (expression: string): unknown =>
      known[expression]

  it('is shown, locked and demanded by its conditions, and by none that fails', () => {
    expect(standingOf({ required: true }, at({}))).toEqual({ shown: true, locked: false, required: true })
    expect(standingOf({ visible: 'a', requiredWhen: 'b' }, at({ a: true, b: true }))).toEqual({
      shown: true,
      locked: false,
      required: true,
    })
    expect(standingOf({ visible: 'a', required: true }, at({}))).toEqual({
      shown: false,
      locked: false,
      required: false,
    })
    expect(standingOf({ disabled: 'a', required: true }, at({}))).toEqual({
      shown: true,
      locked: true,
      required: false,
    })
    expect(standingOf({ requiredWhen: 'a' }, at({}))).toMatchObject({ required: false })
  })

  it('reads empty texts as texts and empty numbers as none', () => {
    const values = valuesOf(
      () => undefined,
      new Map([
        ['n', { kind: 'int' }],
        ['t', { kind: 'text' }],
      ]),
    )
    expect([values['n'], values['t'], values['other']]).toEqual([null, '', ''])
  })

  it('keeps to bounds that are worked out, a moment by its day', () => {
    const field = withBounds({ min: 'values.a', max: 'today' }, at({ 'values.a': '2026-01-05', today: '2026-01-31' }))
    expect(
      ['2026-01-04', '2026-01-05', '2026-01-31', '2026-01-31 23:00:00', '2026-02-01'].map(
        day => beyond(field, day)?.side,
      ),
    ).toEqual(['min', undefined, undefined, undefined, 'max'])
    expect(withBounds({ min: 'values.a' }, at({ 'values.a': '' }))).toEqual({})
    expect([beyond({ min: 2, max: 4 }, 1)?.side, beyond({ min: 2, max: 4 }, 4)]).toEqual(['min', undefined])
  })

  it('counts different names, however they are set apart', () => {
    expect(['甲、乙', '甲，乙 丙', '甲、甲', '', '甲'].map(itemsIn)).toEqual([2, 3, 1, 0, 1])
    expect(itemsIn([{}, {}])).toBe(2)
  })
})

describe('what a workflow writes itself', () => {
  const doc: WorkflowDoc = {
    workflow: 'w',
    label: '流程',
    record: {
      org: 'org',
      user: 'person',
      sender: 'from',
      due: 'limit',
      step: 'step',
      since: 'since',
      overdue: 'late',
      closed: 'done',
      area: 'area',
      creator: 'by',
    },
    states: { a: { label: '甲' } },
    transitions: {
      hand: { label: '交', from: ['a'], assign: { org: 'form.org' }, set: { urged: '1' } },
      change: { label: '改', from: ['a'], via: 'save', set: { not: '1' } },
    },
  }

  it('is its clocks, what it sets, and whom it hands a record to', () => {
    const { always, assigned } = ownFields(machineOf(doc, 'state'))
    expect(sorted(always)).toEqual(['done', 'from', 'late', 'since', 'state', 'step', 'urged'])
    expect(sorted(assigned)).toEqual(['org', 'person'])
  })

  it('is the limit only where it counts one', () => {
    const counting = { ...doc, transitions: { begin: { label: '始', from: ['a'], due: { days: '3' } } } }
    expect(sorted(ownFields(machineOf(counting, 'state')).always)).toContain('limit')
    expect(sorted(ownFields(machineOf(counting, 'state')).assigned)).toEqual([])
  })
})
