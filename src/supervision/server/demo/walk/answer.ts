import type { FieldModel } from '../../../../server/db/tables/models.ts'
import type { Generating } from '../ground/generating.ts'
import type { Asked } from './forms.ts'

/** What is known of a record beside its fields. */
export interface Known {
  /** unit that shall get it next, by the button */
  unitFor(asked: Asked): string | undefined
  picture(asked: Asked): string | undefined
  /** names of two people of the unit of whoever fills it in */
  pair(asked: Asked): string
}

/** The best answers to a field, first the likeliest. */
export type Answer = (g: Generating, known: Known, asked: Asked, field: FieldModel) => readonly unknown[] | undefined
