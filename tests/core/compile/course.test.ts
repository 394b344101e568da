import { describe, expect, it } from 'vitest'
import type { DetailPage } from '../../../src/core/contract/configuration.ts'
import { tree } from '../files.ts'
import { around, compiledPage } from './around.ts'

const LOAN = `workflow: loan
states:
  open: {label: 待办, days: 3}
  lent: {label: 借出}
  back: {label: 归还, tone: success, closed: true}
  left: false
transitions:
  lend: {label: 借出, from: [open], to: lent}
  return: {label: 归还, from: [lent], to: back}
  lose: false
`
const workflow = () => tree(LOAN)

describe('the course of a record', () => {
  it('tells its page the states, and what usually comes next in each', () => {
    expect(compiledPage<DetailPage>('kind: detail\nsource: book.one\n', { workflow }).course).toEqual({
      field: 'state',
      states: {
        open: { label: '待办', days: 3, next: { transition: 'lend', to: 'lent' } },
        lent: { label: '借出', next: { transition: 'return', to: 'back' } },
        back: { label: '归还', closed: true },
      },
    })
  })
  it('tells where it may end, where nothing usually comes next', () => {
    const judged = () =>
      tree(LOAN.replace('back: {label: 归还, tone: success, closed: true}', 'back: {label: 归还, closed: true}'))
    const { course } = compiledPage<DetailPage>('kind: detail\nsource: book.one\n', { workflow: judged })
    expect(course?.states).toEqual({
      open: { label: '待办', days: 3 },
      lent: { label: '借出', ends: ['back'] },
      back: { label: '归还', closed: true },
    })
  })
  it('is left out of lists, and where nothing leads anywhere', () => {
    expect(compiledPage('kind: list\nsource: book.list\n', { workflow })).not.toHaveProperty('course')
    expect(compiledPage('kind: detail\nsource: book.one\n')).not.toHaveProperty('course')
    expect(compiledPage('kind: detail\nsource: book.one\n', { ...around, entity: undefined })).not.toHaveProperty(
      'course',
    )
  })
})
