import { beforeEach, describe, expect, it } from 'vitest'
import { asViewQuery } from '../../../../../src/console/pages/list/panels/viewQuery.ts'
import { activateView, activeView } from '../../../../../src/console/pages/list/panels/views.ts'
import { app } from '../../../support/app.tsx'
import { eachAnew, start } from '../../../support/started.tsx'

eachAnew()
beforeEach(async () => {
  sessionStorage.clear()
  await start()
})

describe('the view of a list', () => {
  it('is kept for its list and its user, over a reload of the page, until another one is applied', () => {
    activateView(app, 'thing/list', { id: '1', name: '重点' })
    expect(activeView(app, 'thing/list')).toEqual({ id: '1', name: '重点' })
    expect(activeView(app, 'other/list')).toBeUndefined()
    expect(JSON.parse(sessionStorage.getItem('view:u1:thing/list') ?? '')).toEqual({ id: '1', name: '重点' })
    activateView(app, 'thing/list', undefined)
    expect(activeView(app, 'thing/list')).toBeUndefined()
    expect(sessionStorage.getItem('view:u1:thing/list')).toBe(null)
  })

  it('is the same object each time it is asked for, or the page would be drawn for ever', () => {
    sessionStorage.setItem('view:u1:kept/list', '{"id":"2","name":"旧"}')
    const first = activeView(app, 'kept/list')
    expect(first).toEqual({ id: '2', name: '旧' })
    expect(activeView(app, 'kept/list')).toBe(first)
  })

  it('that is broken or somebody else’s is none', () => {
    sessionStorage.setItem('view:u1:broken/list', '{"id":')
    sessionStorage.setItem('view:u2:theirs/list', '{"id":"3","name":"别人的"}')
    expect([activeView(app, 'broken/list'), activeView(app, 'theirs/list')]).toEqual([undefined, undefined])
  })

  it.each([[null], [7], ['text'], [{ search: 7 }], [{ search: null, columns: 'x' }], [[]]])(
    'of another time is read as far as it is understood: %j',
    value => {
      expect(asViewQuery(value)).toEqual({ search: '' })
    },
  )

  it('has its columns where they are sound', () => {
    const columns = { known: ['a'], columns: [{ name: 'a', shown: false }] }
    expect(asViewQuery({ search: 'page=2', columns })).toEqual({ search: 'page=2', columns })
  })
})
