import { describe, expect, it } from 'vitest'
import { celTypeOf, shapeOfFields } from '../../../src/core/expression/shape.ts'

describe('how fields look to an expression', () => {
  it('is told by their kinds; of a kind that does not exist anything may be read', () =>
    expect(['text', 'int', 'decimal', 'flag', 'datetime', 'file', 'hasOwnProperty', 'nothing'].map(celTypeOf)).toEqual([
      'string',
      'int',
      'double',
      'int',
      'string',
      'dyn',
      'dyn',
      'dyn',
    ]))
  it('has the readable name of an area beside its code', () => {
    const { members } = shapeOfFields([
      { name: 'area', kind: 'area', multiple: false },
      { name: 'served', kind: 'area', multiple: true },
    ])
    expect([...members]).toEqual([
      ['area', 'string'],
      ['areaName', 'string'],
      ['served', 'dyn'],
      ['servedName', 'dyn'],
    ])
  })
  it('knows the texts of a field that has one of them, not of one that has several', () => {
    const texts = new Set(['a'])
    const shape = shapeOfFields([
      { name: 'one', kind: 'dict', multiple: false, texts },
      { name: 'several', kind: 'dict', multiple: true, texts },
    ])
    expect([...shape.texts!.keys()]).toEqual(['one'])
  })
})
