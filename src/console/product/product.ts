import { part, type ConsoleApp } from '../app/app.ts'
import { createStore } from '../app/store.ts'
import type { ComponentType } from 'react'
import type { Call } from '../../core/contract/configuration.ts'

/** A number at a menu entry (R3.05); something overdue makes it a danger. */
export interface Counter {
  number: number
  type: 'danger' | 'warning'
}
export interface Counters {
  /** numbers at menu entries, by the name that the entry's `badge` gives */
  badges: Record<string, Counter>
  /** what else the product counts, by names of its own */
  figures: Record<string, number>
}

/** A list of an existing backend that the choices of a reference come from. */
export interface ChoiceSource {
  call: Call
  /** the field that holds a row's key, where it is none of the usual ones */
  key?: string
  /** what a row is called, where it is none of the usual fields */
  nameOf?: (row: Record<string, unknown>) => unknown
}

/** What a product adds to the console, beside what its YAML says. */
export interface ConsoleProduct {
  /** stands in the header before the user's own menu, once nothing is demanded of the user first */
  Header?: ComponentType
  counters?: {
    read(app: ConsoleApp): Promise<Counters>
    /** a call of these changes what is counted */
    changedBy(call: Pick<Call, 'changes'>): boolean
  }
  /** by the name of the entity; of our own server nothing is needed here, it answers for every entity */
  choices?: Record<string, ChoiceSource>
}

/** What the product adds; nothing until its code has come. */
export const product = part(() => createStore<ConsoleProduct>({}))
