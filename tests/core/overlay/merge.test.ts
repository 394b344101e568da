import { describe, expect, it } from 'vitest'
import { applyOrder, merge, mergeMaps, without } from '../../../src/core/overlay/merge.ts'
import { getEntry, getNode, toValue, type MapNode } from '../../../src/core/source/node.ts'
import { tree } from '../files.ts'

const below = tree('a: {x: 1, y: 2}\nb: [1, 2]\nc: text\n', 'schemas/below.yaml')
const keys = (node: MapNode): string[] => Object.keys(toValue(node) as object)

describe('one value over another', () => {
  it('merges maps key by key and replaces all else', () => {
    const above = tree('a: {y: 3, z: 4}\nb: [3]\nc: {d: 1}\ne: new\n')
    expect(toValue(mergeMaps(below, above))).toEqual({ a: { x: 1, y: 3, z: 4 }, b: [3], c: { d: 1 }, e: 'new' })
    expect(toValue(mergeMaps(below, tree('a: 5\n')))).toMatchObject({ a: 5 })
    expect(toValue(merge(getNode(below, ['c'])!, above))).toEqual(toValue(above))
  })
  it('changes neither of them', () => {
    mergeMaps(below, tree('a: {x: 9}\nz: 1\n'))
    expect(toValue(below)).toEqual({ a: { x: 1, y: 2 }, b: [1, 2], c: 'text' })
  })
  it('stands where it was first written, its changed entries where they were changed', () => {
    const merged = mergeMaps(below, tree('c: other\na: {x: 9}\n', 'schemas/above.yaml'))
    expect(merged.origin.file).toBe('schemas/below.yaml')
    expect(getEntry(merged, 'c')!.keyOrigin).toEqual({ file: 'schemas/above.yaml', line: 1, col: 1 })
    expect(getEntry(merged, 'b')!.keyOrigin.file).toBe('schemas/below.yaml')
    expect(getNode(merged, ['a'])!.origin.file).toBe('schemas/below.yaml')
    expect(merged).not.toHaveProperty('order')
  })
})

describe('an order', () => {
  const letters = tree('a: 1\nb: 2\nc: 3\nd: 4\n')
  it.each([
    ['[c, a]', ['c', 'a', 'b', 'd']],
    ["['*', b]", ['a', 'c', 'd', 'b']],
    ["[d, '*', a]", ['d', 'b', 'c', 'a']],
    ['[x, c]', ['c', 'a', 'b', 'd']],
    ['[[b], c]', ['c', 'a', 'b', 'd']],
  ])('%s puts what it names first, the rest behind it or where * stands', (order, names) =>
    expect(keys(mergeMaps(letters, tree(`$order: ${order}\n`)))).toEqual(names),
  )
  it('is inherited by what is added, and gives way to one above', () => {
    const ordered = mergeMaps(letters, tree("$order: ['*', b]\n"))
    expect(keys(mergeMaps(ordered, tree('e: 5\n')))).toEqual(['a', 'c', 'd', 'e', 'b'])
    expect(keys(mergeMaps(ordered, tree('$order: [b]\n')))).toEqual(['b', 'a', 'c', 'd'])
  })
  it('within a map applies though nothing lies below it', () => {
    const node = tree('one: {$order: [y], x: {$order: [q], p: 1, q: 2}, y: 2}\ntwo: {b: 1, a: 2}\n')
    const applied = applyOrder(node)
    expect(keys(getNode(applied, ['one']) as MapNode)).toEqual(['y', 'x'])
    expect(keys(getNode(applied, ['one', 'x']) as MapNode)).toEqual(['q', 'p'])
    expect(getEntry(applied, 'two')).toBe(getEntry(node, 'two'))
    expect(toValue(applied)).toEqual(toValue(node))
  })
  it('leaves a tree without one as it is', () => expect(applyOrder(below)).toBe(below))
})

describe('only these', () => {
  const letters = tree('a: 1\nb: 2\nc: {d: 3}\n')
  it('leaves out all others, where it stands, and puts these in its order', () => {
    const merged = mergeMaps(letters, tree('$only: [e, b]\ne: 5\n', 'schemas/above.yaml'))
    expect(toValue(merged)).toEqual({ a: false, b: 2, c: false, e: 5 })
    expect(keys(merged).slice(0, 2)).toEqual(['e', 'b'])
    expect(getEntry(merged, 'c')!.keyOrigin).toEqual({ file: 'schemas/above.yaml', line: 1, col: 8 })
  })
  it('is the same as false for each and an order', () => {
    const written = mergeMaps(letters, tree('$order: [b]\na: false\nc: false\n'))
    expect(toValue(mergeMaps(letters, tree('$only: [b]\n')))).toEqual(toValue(written))
  })
  it('says nothing of what a layer above adds or brings back', () => {
    const some = mergeMaps(letters, tree('$only: [b]\n'))
    expect(toValue(mergeMaps(some, tree('e: 5\na:\n')))).toEqual({ a: null, b: 2, c: false, e: 5 })
    expect(keys(mergeMaps(some, tree('e: 5\n')))[0]).toBe('b')
  })
  it('may be none of them', () =>
    expect(toValue(mergeMaps(letters, tree('$only: []\nb:\n')))).toMatchObject({ b: false }))
})

describe('without a key', () => {
  it('a map has all its others, and is the same where it had no such key', () => {
    expect(keys(without(below, 'b'))).toEqual(['a', 'c'])
    expect(keys(below)).toEqual(['a', 'b', 'c'])
    expect(without(below, 'x')).toBe(below)
  })
})
