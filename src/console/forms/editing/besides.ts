import type { Form } from '@formily/core'
import { useMemo } from 'react'
import type { ConsoleApp } from '../../app/app.ts'
import type { Row } from '../../../core/contract/api.ts'
import type { FormPage } from '../../../core/contract/configuration.ts'
import { currentConfig } from '../../data/config/config.ts'
import { blank } from '../../fields/values/text.ts'
import type { FormChanges } from './changes.ts'
import { fromAddress } from './fromAddress.ts'

/**
 * Field that a new form need not ask for: the address has said it, and the user sees the record beside the form.
 * Whoever may not open that page sees the field instead.
 */
export function toldBeside(
  app: ConsoleApp,
  page: FormPage,
  key: string | undefined,
  search: string,
): string | undefined {
  const { beside } = page
  const name = beside?.key
  if (!beside || name === undefined || key || !currentConfig(app).manifest.pages[beside.page]) return undefined
  const field = page.sections.flatMap(section => section.fields).find(field => field.name === name)
  // a field that is not always shown may be refused, so it stays
  const isAlways = field !== undefined && !field.visible && !field.disabled
  return isAlways && fromAddress(page, search)[name] !== undefined ? name : undefined
}

interface Begun {
  form: Form
  changes: FormChanges
  isNew: boolean
}

/** What a new form begins with, unchanged by its user. */
interface Beginning {
  /** fills in what the address says */
  begin(): void
  /** fills empty fields from the record beside the form, once */
  takeOver(row: Row): void
  /** both, after the form has been emptied */
  again(): void
}

export const useBeginning = (page: FormPage, search: string, begun: Begun): Beginning => {
  const { form, changes, isNew } = begun
  return useMemo(() => createBeginning(page, search, { form, changes, isNew }), [page, search, form, changes, isNew])
}

function createBeginning(page: FormPage, search: string, { form, changes, isNew }: Begun): Beginning {
  let known: Row | undefined
  const begin = (): void => {
    if (isNew) form.setValues(fromAddress(page, search), 'merge')
    // who typed while the lower sections were still to be drawn has changed something
    changes.settleRest()
  }
  const fill = (row: Row): void => {
    const values = form.values as Row
    const taken = Object.entries(page.beside?.prefill ?? {}).flatMap(([name, from]) =>
      blank(values[name]) && !blank(row[from]) ? [[name, row[from]]] : [],
    )
    form.setValues(Object.fromEntries(taken) as Row, 'merge')
    changes.settleRest()
  }
  return {
    begin,
    takeOver: row => {
      if (!isNew || known) return
      known = row
      fill(row)
    },
    again: () => {
      begin()
      if (known) fill(known)
    },
  }
}
