import { useEffect, useMemo, type RefObject } from 'react'
import type { Filter } from '../../../../core/contract/configuration.ts'
import { FIELD_TRAITS } from '../../../../core/model/field/traits.ts'
import type { GridColumn } from './gridColumn.ts'

/** What columns were searched for, by their names; nothing where no text was looked for. */
export type Found = Record<string, string>

const isText = ({ kind, mask }: Filter): boolean => FIELD_TRAITS[kind].filter === 'text' && mask === undefined

/** The same answer as long as the same texts are looked for. */
export function useFoundWords(filters: readonly Filter[], values: Record<string, string>): Found | undefined {
  const words = filters
    .filter(isText)
    .flatMap(({ name }) => (values[name]?.trim() ? [[name, values[name].trim()] as const] : []))
  const said = words.length > 0 ? JSON.stringify(Object.fromEntries(words)) : undefined
  return useMemo(() => (said === undefined ? undefined : (JSON.parse(said) as Found)), [said])
}

/** Marks in a table what its rows were searched for. The code for it comes with the first search. */
export function useFound(box: RefObject<HTMLElement | null>, columns: readonly GridColumn[], found: Found | undefined) {
  useEffect(() => {
    const table = box.current
    if (!table || !found) return
    let stop: (() => void) | undefined
    let isLeft = false
    void import('./found.ts').then(
      ({ markFound }) => {
        if (!isLeft) stop = markFound(table, place => found[columns[place]?.name ?? ''])
      },
      // the rows are as right without the marks
      () => undefined,
    )
    return () => {
      isLeft = true
      stop?.()
    }
  }, [box, columns, found])
}
