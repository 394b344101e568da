import { describe, expect, it } from 'vitest'
import { askedFields, fieldsOf } from '../../../src/core/compile/fields.ts'
import { getNode, type MapNode } from '../../../src/core/source/node.ts'
import { tree } from '../files.ts'

const ENTITY = getNode(
  tree(`fields:
  name: {label: 书名, kind: text, secret: true, unique: true, managed: true, onSave: x, unlisted: true, mask: name}
  masked: {label: 电话, kind: text, mask: {kind: phone, filters: {x: 1}}}
  state: {label: 状态, kind: status, workflow: loan}
  count: {label: 数量, kind: int, min: 1, max: 9, required: =a, minItems: 2, help:}
  day: {label: 日期, kind: date, min: =today, max: =today}
  rows: {label: 明细, kind: table, fields: {a: {label: 甲}, b: {kind: int}, c: false, d:}}
  linked: {label: 链接, kind: text, links: {one: {page: x}, $order: [one], two: false, three: {page: y}}}
  gone: false
`),
  ['fields'],
) as MapNode
const of = (text: string, isFilled = false) =>
  fieldsOf<never>(getNode(tree(`m: ${text}\n`), ['m']) as MapNode, ENTITY, isFilled) as Record<string, unknown>[]

describe('fields of a page', () => {
  it('are the entity’s with what the page says of them, where the page says them', () =>
    expect(of('{name: {label: 名}}')).toEqual([
      { name: 'name', label: '名', kind: 'text', mask: 'name', origin: 'schemas/app.yaml:1:5' },
    ]))
  it('are none that the page or the entity leaves out, or that the entity has not', () => {
    expect(of('{name: false, gone: {label: x}, none: {label: x}}')).toEqual([])
    expect(fieldsOf(undefined, ENTITY)).toEqual([])
    expect(fieldsOf(getNode(tree('m: {name: }\n'), ['m']) as MapNode, undefined)).toEqual([])
  })
  it('leave out what is empty or false, and any mask that only some rows have', () => {
    expect(of('{masked: {help: , wide: false}}')).toEqual([
      { name: 'masked', label: '电话', kind: 'text', origin: 'schemas/app.yaml:1:5' },
    ])
    expect(of('{masked: text}')).toMatchObject([{ label: '电话' }])
  })
  it('have the states of a workflow as their dictionary', () => {
    expect(of('{state: }')).toEqual([
      { name: 'state', label: '状态', kind: 'status', dict: 'workflow/loan', origin: 'schemas/app.yaml:1:5' },
    ])
    expect(of('{name: {workflow: [x]}}')[0]).not.toHaveProperty('dict')
  })
  it('have their conditions of filling in where they are filled in, fixed bounds everywhere', () => {
    expect(of('{count: , day: }')).toEqual([
      { name: 'count', label: '数量', kind: 'int', min: 1, max: 9, origin: 'schemas/app.yaml:1:5' },
      { name: 'day', label: '日期', kind: 'date', origin: 'schemas/app.yaml:1:14' },
    ])
    expect(of('{count: , day: }', true)).toMatchObject([
      { min: 1, max: 9, required: '=a', minItems: 2 },
      { min: '=today', max: '=today' },
    ])
  })
  it('have columns of their own as fields, texts where they say no kind', () =>
    expect(of('{rows: }')[0]!['fields']).toEqual([
      { name: 'a', label: '甲', kind: 'text', origin: 'schemas/app.yaml:7:43' },
      { name: 'b', label: 'b', kind: 'int', origin: 'schemas/app.yaml:7:58' },
      { name: 'd', label: 'd', kind: 'text', origin: 'schemas/app.yaml:7:84' },
    ]))
  it('have their links as a list', () =>
    expect(of('{linked: }')[0]!['links']).toEqual([
      { name: 'one', page: 'x' },
      { name: 'three', page: 'y' },
    ]))
})

describe('fields that a dialog asks for', () => {
  const asked = (text: string, entity?: MapNode) => askedFields(getNode(tree(`m: ${text}\n`), ['m']) as MapNode, entity)
  it('say everything themselves, or take it from the entity', () => {
    expect(asked('{a: {label: 甲, kind: int}, b: , c: false}')).toEqual([
      { name: 'a', label: '甲', kind: 'int', origin: 'schemas/app.yaml:1:5' },
      { name: 'b', label: 'b', kind: 'text', origin: 'schemas/app.yaml:1:31' },
    ])
    expect(asked('{count: {required: true}}', ENTITY)).toMatchObject([
      { name: 'count', label: '数量', kind: 'int', min: 1, required: true },
    ])
    expect(askedFields(undefined, ENTITY)).toEqual([])
  })
})
