import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/cli/read-config.ts'
import { formsOf } from '../../../src/core/compile/page-forms.ts'
import type { Page } from '../../../src/core/contract/configuration.ts'
import { ROOT } from '../../folders.ts'
import { compiled } from '../files.ts'

describe('what a form asks for', () => {
  const configuration = compiled(Object.fromEntries(readConfig(ROOT).map(({ path, text }) => [path, text])))
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
      required: "=values.processMode == '1'",
      min: '=values.checkDate',
    })
  })

  it('says its conditions once, at the entity: what is only read has no use for them', () => {
    const [form] = formsOf(page('illegalClues/processForm'))
    expect(form?.fields.find(({ name }) => name === 'checkers')).toMatchObject({
      required: expect.stringContaining('processMode'),
      minItems: 2,
    })
    const list = page('dataCenter/complaints')
    expect(
      list.kind === 'list' && list.columns.filter(({ min, max }) => typeof min === 'string' || typeof max === 'string'),
    ).toEqual([])
  })
})
