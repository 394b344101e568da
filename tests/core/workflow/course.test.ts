import { describe, expect, it } from 'vitest'
import type { StateDoc, TransitionDoc } from '../../../src/core/model/workflow.ts'
import { courseOf, endsAhead } from '../../../src/core/workflow/course.ts'

const step = (from: string, to: string, more: Partial<TransitionDoc> = {}): TransitionDoc => ({
  label: '',
  from: from.split(' '),
  to,
  ...more,
})
const STATES: Record<string, Partial<StateDoc>> = {
  found: { initial: true, tone: 'warning' },
  open: {},
  away: {},
  worked: {},
  asked: { tone: 'warning' },
  back: { tone: 'error' },
  done: { tone: 'success', closed: true },
  gone: { closed: true },
}
const STEPS: Record<string, TransitionDoc> = {
  confirm: step('found', 'open'),
  drop: step('found', 'gone'),
  send: step('open worked', 'away'),
  receive: step('away', 'open'),
  refuse: step('away', 'back', { danger: true }),
  ask: step('worked', 'asked'),
  start: step('open back', 'worked'),
  answer: step('asked', 'worked'),
  finish: step('worked', 'done'),
  late: step('worked', 'gone', { afterDue: 1 }),
  undo: step('done', 'open'),
}
const course = (states = STATES, steps = STEPS) =>
  Object.fromEntries(
    [...courseOf(new Map(Object.entries(states) as [string, StateDoc][]), new Map(Object.entries(steps)))].map(
      ([state, { transition, to }]) => [state, `${transition} ${to}`],
    ),
  )

describe('the course of a workflow', () => {
  it('leads to an end with success, in the order in which the steps are written, and round nothing', () => {
    expect(course()).toEqual({
      found: 'confirm open',
      open: 'start worked',
      worked: 'finish done',
      // beside the way: back onto it
      away: 'receive open',
      asked: 'answer worked',
      back: 'start worked',
    })
  })
  it('takes a way round where there is no straight one', () => {
    const { finish: _, ...steps } = STEPS
    expect(course(STATES, { ...steps, settle: step('asked', 'done') })).toMatchObject({
      worked: 'ask asked',
      asked: 'settle done',
    })
  })
  it('follows a step that only branches, and comes back to the place that is furthest on', () => {
    const split = { label: '', from: ['open'], branches: [{ when: '=true', to: 'worked' }] }
    expect(
      course(STATES, { ...STEPS, start: step('back', 'open'), further: step('back', 'worked'), split }),
    ).toMatchObject({ open: 'split worked', back: 'further worked' })
  })
  it('leads nobody on where what is written first takes something back', () => {
    const { answer, ...before } = STEPS
    const steps = { ...before, close: step('asked', 'gone', { danger: true }), answer: answer as TransitionDoc }
    expect(course(STATES, steps)).not.toHaveProperty('asked')
    expect(course()).toHaveProperty('asked')
  })
  it('ends wherever it succeeds if nothing is closed, and is none without an end', () => {
    expect(course({ a: {}, b: { tone: 'success' } }, { go: step('a', 'b') })).toEqual({ a: 'go b' })
    expect(course({ a: {}, b: {} }, { go: step('a', 'b') })).toEqual({})
    expect(course({}, {})).toEqual({})
    // a step into a state that a region has left out
    expect(course({ a: {}, b: { tone: 'success' } }, { out: step('a', 'c'), go: step('a', 'b') })).toEqual({
      a: 'go b',
    })
  })
})

describe('what is judged', () => {
  const JUDGED: Record<string, StateDoc> = {
    open: { label: '' },
    again: { label: '' },
    yes: { label: '', closed: true },
    no: { label: '', closed: true },
  }
  const ends = (transitions: Record<string, TransitionDoc>) =>
    Object.fromEntries(endsAhead(new Map(Object.entries(JUDGED)), new Map(Object.entries(transitions))))
  it('may end in one way or another: in which, nobody says before', () => {
    const steps = { confirm: step('open', 'yes'), exclude: step('open', 'no'), look: step('open', 'again') }
    expect(ends(steps)).toEqual({ open: ['yes', 'no'] })
  })
  it('ends by being late where nothing else ends it, and by nothing that takes it back', () => {
    const late = step('open', 'no', { afterDue: 1 })
    expect(ends({ late, stop: step('again', 'no', { danger: true }) })).toEqual({ open: ['no'] })
    expect(ends({ late, confirm: step('open', 'yes') })).toEqual({ open: ['yes'] })
  })
})
