import { valueOf } from '../../core/statistics/measures.ts'
import type { Ask } from './ask.ts'
import type { Counted } from './count.ts'

/** The values of the question's measures, in their order. */
export const valuesOf = (ask: Ask, { values }: Pick<Counted, 'values'>): (number | null)[] => {
  // what nobody came for was counted as nothing; an average of nothing is none
  const zeros = Object.fromEntries(ask.counted.flatMap(({ name, kind }) => (kind === 'average' ? [] : [[name, 0]])))
  return ask.query.measures.map(name => valueOf(name, ask.model.measures, { ...zeros, ...values }))
}
