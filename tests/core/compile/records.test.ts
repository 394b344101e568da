import { describe, expect, it } from 'vitest'
import type { Page } from '../../../src/core/contract/configuration.ts'
import { entitiesByKind, recordNamed } from '../../../src/core/contract/named-record.ts'
import { placesOf } from '../../../src/core/compile/records.ts'

const page = (route: string, kind: 'detail' | 'list', parent?: string): Page =>
  ({ route, kind, ...(parent ? { parent } : {}) }) as Page

const clue = { name: 'clue', key: 'clueId' }
const shownAs = (about: typeof clue & { page?: string; list?: string }, ...pages: Page[]) =>
  placesOf(pages.map(one => [one.route, { page: one, about }]))

describe('where the records of an entity are shown', () => {
  it('puts the page that the entity names first, and the list that it belongs to', () => {
    const places = shownAs(
      { ...clue, page: 'clue/show' },
      page('clue/aside', 'detail'),
      page('clue/show', 'detail', 'clue/mine'),
      page('clue/all', 'list'),
      page('clue/mine', 'list'),
    )
    expect(places.clue).toEqual({
      key: 'clueId',
      pages: ['clue/show', 'clue/aside'],
      lists: ['clue/mine', 'clue/all'],
    })
  })
  it('takes the list that the entity names before that of its page', () => {
    const pages = [page('b', 'detail', 'own'), page('own', 'list'), page('other', 'list')]
    expect(shownAs({ ...clue, list: 'other' }, ...pages).clue?.lists).toEqual(['other', 'own'])
  })
  it('knows no place of an entity without pages of either kind', () => {
    expect(shownAs(clue, { ...page('f', 'list'), kind: 'form' } as unknown as Page)).toEqual({})
  })
})

describe('the record that a field names', () => {
  const places = {
    register: { key: 'code', pages: ['register/one'], code: true as const },
    shop: { key: 'id', pages: ['shop/one'], kind: '1' },
  }
  const field = (more: object) => ({ name: 'f', kind: 'text' as const, ...more })
  it.each([
    ['of a reference, what it refers to', { kind: 'ref', ref: 'shop' }, { entity: 'shop', key: 'f' }],
    ['of a credit code, the record with that key', { kind: 'uscc' }, { entity: 'register', key: 'f' }],
    ['of a text, what the field says', { record: { kind: 'k', key: 'i' } }, { kind: 'k', key: 'i' }],
    ['none where the field says so', { kind: 'ref', ref: 'shop', record: false }, undefined],
    ['none of a text that says nothing', {}, undefined],
  ])('%s', (_, more, named) => {
    expect(recordNamed(field(more), places, 'clue')).toEqual(named)
  })
  it('never names the row itself by its own key', () => {
    expect(recordNamed({ name: 'code', kind: 'uscc' }, places, 'register')).toBeUndefined()
    expect(recordNamed({ name: 'parent', kind: 'ref', ref: 'register' }, places, 'register')).toBeDefined()
  })
  it('finds the entity that a field with several kinds names', () => {
    expect([...entitiesByKind(places)]).toEqual([['1', 'shop']])
  })
})
