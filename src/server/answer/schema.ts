/** JSON Schema 2020-12, as OpenAPI 3.1 takes it. */
export type Schema = { [key: string]: unknown }

export const TEXT: Schema = { type: 'string' }
export const INT: Schema = { type: 'integer' }
export const FLAG: Schema = { type: 'boolean' }
export const NOTHING: Schema = { type: 'null' }

export const list = (items: Schema): Schema => ({ type: 'array', items })

/** An object with exactly these properties. */
export function exact(properties: Record<string, Schema>, optional: Record<string, Schema> = {}): Schema {
  return {
    type: 'object',
    properties: { ...properties, ...optional },
    required: Object.keys(properties),
    additionalProperties: false,
  }
}

/** One page of a list. */
export const listSchema = (row: Schema): Schema =>
  exact(
    { totalRecord: INT, list: list(row) },
    { capped: { const: true }, totals: { type: 'object', additionalProperties: { type: 'number' } } },
  )

export const CHOICE = exact({ key: TEXT, value: TEXT })
/** Result for each of several records; code 0 is success. */
export const RESULTS = list(exact({ id: TEXT, code: { enum: ['0', '1'] }, msg: TEXT }))
/** What a transition answers. */
export const TRANSITION_RESULT = exact({
  key: TEXT,
  from: TEXT,
  to: TEXT,
  created: { type: 'object', additionalProperties: TEXT },
})
