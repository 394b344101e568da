import { part, type ConsoleApp } from '../app/app.ts'
import { createStore } from '../app/store.ts'
import type { ComponentType } from 'react'
import type { Call } from '../../core/contract/configuration.ts'
import type { ListFilters } from '../../core/contract/statistics.ts'

/** A number at a menu entry (R3.05), shown in red if something is overdue. */
export interface Counter {
  number: number
  type: 'danger' | 'warning'
}
/** Something counted, and with which filters its list shows just that, where the server says so. */
export interface Figure {
  count: number
  filters?: ListFilters
}
export interface Counters {
  /** numbers by the name in an entry's `badge` */
  badges: Record<string, Counter>
  /** further numbers of the product by its own names */
  figures: Record<string, Figure>
}

/** A list call of an existing backend that provides the choices of a reference. */
export interface ChoiceSource {
  call: Call
  /** field with the key, if it has an unusual name */
  key?: string
  /** reads the name of a row, if its field has an unusual name */
  nameOf?: (row: Record<string, unknown>) => unknown
}

/** What a product's code adds to the console. */
export interface ConsoleProduct {
  /** component in the header before the user menu; not shown while the user must change the password first */
  Header?: ComponentType
  counters?: {
    read(app: ConsoleApp): Promise<Counters>
    /** whether a call changes these numbers */
    changedBy(call: Pick<Call, 'changes'>): boolean
  }
  /** by entity, for existing backends; our own server provides choices for every entity */
  choices?: Record<string, ChoiceSource>
}

/** The product's additions; empty until its code is loaded. */
export const product = part(() => createStore<ConsoleProduct>({}))
