import { describe, expect, it } from 'vitest'
import type { Course } from '../../../../../src/core/contract/configuration.ts'
import { foldedStages, stagesOf } from '../../../../../src/console/pages/detail/course/stages.ts'

const WAY = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
const course: Course = {
  field: 'state',
  states: Object.fromEntries(
    WAY.map((code, i) => [
      code,
      { label: code, ...(WAY[i + 1] ? { next: { transition: 't', to: WAY[i + 1] ?? '' } } : {}) },
    ]),
  ),
}
const went = (...steps: string[]) =>
  steps.map((step, i) => ({ fromStatus: step[0], toStatus: step[1], at: `2026-01-0${i + 1} 09:00:00` })).toReversed()
const said = (state: string, ...steps: string[]) =>
  stagesOf(course, { state }, went(...steps), 'at').map(one => `${one.is} ${one.state}`)

describe('the stages of a record', () => {
  it('are those behind it, where it is, and what usually comes', () => {
    expect(stagesOf(course, { state: 'c' }, went('ab', 'bc'), 'at').slice(0, 3)).toEqual([
      { state: 'a', is: 'passed', left: '2026-01-01 09:00:00' },
      { state: 'b', is: 'passed', entered: '2026-01-01 09:00:00', left: '2026-01-02 09:00:00' },
      { state: 'c', is: 'present', entered: '2026-01-02 09:00:00' },
    ])
    expect(said('f', 'af')).toEqual(['passed a', 'present f', 'ahead g'])
  })
  it('leave out what was gone back behind, and steps that led nowhere', () => {
    expect(said('g', 'ab', 'bc', 'cb', 'bb', 'bg')).toEqual(['passed a', 'passed b', 'present g'])
    expect(said('a', 'ab', 'ba').slice(0, 2)).toEqual(['present a', 'ahead b'])
  })
  it('know what is ahead without a history, but not what is behind', () => {
    expect(said('f')).toEqual(['present f', 'ahead g'])
    expect(stagesOf(course, { state: 'unknown' }, [], 'at')).toEqual([])
  })
  it('of a workflow that goes round end before they repeat', () => {
    const round: Course = {
      field: 'state',
      states: {
        a: { label: '', next: { transition: 't', to: 'b' } },
        b: { label: '', next: { transition: 't', to: 'a' } },
      },
    }
    expect(stagesOf(round, { state: 'a' }, [], 'at').map(({ state }) => state)).toEqual(['a', 'b'])
  })
  it('end in one of those that it may end in, where nobody knows which', () => {
    const judged: Course = {
      field: 'state',
      states: { a: { label: '', ends: ['b', 'c'] }, b: { label: '', closed: true }, c: { label: '', closed: true } },
    }
    expect(stagesOf(judged, { state: 'a' }, [], 'at')).toEqual([
      { state: 'a', is: 'present' },
      { state: 'b', is: 'ahead', oneOf: ['b', 'c'] },
    ])
    expect(stagesOf(judged, { state: 'c' }, went('ac'), 'at').map(({ state }) => state)).toEqual(['a', 'c'])
  })
  it('are folded to what is nearest and the end', () => {
    const shown = foldedStages(stagesOf(course, { state: 'b' }, [], 'at'))
    expect(shown.map(one => one.folded?.join('') ?? one.state)).toEqual(['b', 'c', 'def', 'g'])
    const late = foldedStages(stagesOf(course, { state: 'g' }, went('ab', 'bc', 'cd', 'de', 'eg'), 'at'))
    expect(late.map(one => one.folded?.join('') ?? one.state)).toEqual(['abc', 'd', 'e', 'g'])
    expect(foldedStages(stagesOf(course, { state: 'd' }, went('ad'), 'at'))).toHaveLength(5)
  })
})
