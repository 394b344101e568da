import { describe, expect, it } from 'vitest'
import type { FormPage } from '../../../src/core/contract/configuration.ts'
import { tree } from '../files.ts'
import { around, compiledPage } from './around.ts'

const FORM = 'kind: form\nsource: book.one\ncall: book.save\nsections: {}\n'

describe('a form that changes a record', () => {
  it('knows the state of the record, with its words', () => {
    const page = compiledPage<FormPage>(FORM)
    expect(page.standing).toMatchObject([{ name: 'state', kind: 'status', label: '状态', dict: 'workflow/loan' }])
    expect(page.dictionaries).toHaveProperty('workflow/loan')
  })
  it('and its limit, with the states that pause it', () => {
    const entity = tree(`entity: book
label: 图书
key: id
title: id
fields:
  id: {label: 编号, kind: text}
  state: {label: 状态, kind: status, workflow: loan}
  limit: {label: 期限, kind: datetime}
  next: {label: 下一期限, kind: limit}
`)
    const { standing } = compiledPage<FormPage>(FORM, { ...around, entity })
    expect(standing?.map(({ name, due }) => [name, due?.paused?.states])).toEqual([
      ['state', undefined],
      ['next', ['held']],
    ])
  })
  it('knows none where records have no states, nor where it makes new ones alone', () => {
    const entity = tree('entity: book\nlabel: 图书\nkey: id\ntitle: id\nfields:\n  id: {label: 编号, kind: text}\n')
    expect(compiledPage(FORM, { ...around, entity })).not.toHaveProperty('standing')
    expect(compiledPage(FORM.replace('source: book.one\n', ''))).not.toHaveProperty('standing')
  })
})
