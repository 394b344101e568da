import { describe, expect, it } from 'vitest'
import { formsOf } from '../../../src/core/compile/page-forms.ts'
import { compiledPage } from './around.ts'

describe('forms of a page', () => {
  const forms = (text: string) =>
    formsOf(compiledPage(text)).map(form => ({ ...form, fields: form.fields.map(({ name }) => name) }))

  it('are a form page itself, with what its address begins', () => {
    const sections = 'sections: {a: {fields: {name: }}, b: {fields: {count: }}}\n'
    expect(forms(`kind: form\ncall: book.save\n${sections}prefill: {bookId: id}\n`)).toEqual([
      { call: 'book.save', fields: ['name', 'count'], carried: [], begun: ['bookId'], adds: true },
    ])
    expect(forms('kind: form\ncall: book.save\n')).toEqual([
      { call: 'book.save', fields: [], carried: [], begun: [], adds: true },
    ])
  })
  it.each(['list', 'detail'])('are the buttons of a %s that call something', kind =>
    expect(
      forms(
        `kind: ${kind}\nactions: {a: {call: book.save, form: {x: }, args: {id: =row.id}}, b: {page: x}, c: {call: book.act, transition: keep}}\n`,
      ),
    ).toEqual([
      { call: 'book.save', fields: ['x'], carried: ['id'], begun: [] },
      { call: 'book.act', fields: [], carried: ['bookId'], begun: [], transition: 'keep' },
    ]),
  )
  it('are none of other pages', () => expect(forms('kind: document\nsource: x\n')).toEqual([]))
})
