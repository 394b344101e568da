import type { Answers, AnswerWords } from '../../core/validate/facts/known-code.ts'
import type { Schema } from '../answer/schema.ts'
import type { AnswerSchema } from '../call/context.ts'
import type { Entity } from '../db/tables/models.ts'
import { recordSchema } from './fields.ts'

/** What calls answer, as validate compares YAML with it: the names, and whether they are of one record or of many. */
export const answerWords = (answers: Readonly<Record<string, AnswerSchema>>): Answers =>
  Object.fromEntries(
    Object.entries(answers).flatMap(([handler, answer]) => {
      const words = wordsOf(answer)
      return words ? [[handler, words]] : []
    }),
  )

/** Stands for the entity of a call: what its answer has then is what it has beside the entity's fields. */
const NO_FIELDS = { key: '', fields: [] } as unknown as Entity
const OF_RECORD = Object.keys(recordSchema(NO_FIELDS)['properties'] as object)

function wordsOf(answer: AnswerSchema): AnswerWords | undefined {
  const ofEntity = typeof answer === 'function'
  const found = shapeOf(ofEntity ? answer(NO_FIELDS) : answer)
  const names = found?.names.filter(name => name !== '' && !OF_RECORD.includes(name)) ?? []
  return found && { shape: found.shape, names, ...(ofEntity ? { ofEntity } : {}) }
}

/** Nothing for a single value. */
function shapeOf(schema: Schema): AnswerWords | undefined {
  const { type, items, anyOf, properties } = schema as {
    type?: unknown
    items?: Schema
    anyOf?: Schema[]
    properties?: Record<string, Schema>
  }
  if (anyOf) {
    const [first, ...others] = anyOf.flatMap(one => shapeOf(one) ?? [])
    return first && { ...first, names: [first, ...others].flatMap(one => one.names) }
  }
  if (type === 'array') return { shape: 'list', names: items ? namesOf(items) : [] }
  if (type !== 'object') return undefined
  const page = properties?.['list']
  return page?.['type'] === 'array' ? shapeOf(page) : { shape: 'record', names: namesOf(schema) }
}

/** An object may have more than it says; a page that shows that has it said. */
const namesOf = ({ properties, required }: Schema): string[] => [
  ...new Set([...((required as string[] | undefined) ?? []), ...Object.keys(properties ?? {})]),
]
