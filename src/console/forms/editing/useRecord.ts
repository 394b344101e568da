import type { Form } from '@formily/core'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useApp } from '../../app/useApp.ts'
import type { Row } from '../../../core/contract/api.ts'
import type { FormPage } from '../../../core/contract/configuration.ts'
import { early, keyOf } from '../../data/http/early.ts'
import { CallError } from '../../data/http/errors.ts'
import { send } from '../../data/http/http.ts'
import type { FormChanges } from './changes.ts'
import type { Linkage } from '../fields/linkage.ts'
import { blank } from '../../fields/values/text.ts'
import { recordArgs, recordKey } from '../../pages/parts/recordArgs.ts'

export type RecordStatus = 'loading' | 'missing' | 'error' | 'ready'

interface Filled {
  form: Form
  /** what empty fields begin with, as a judgement does that nobody has made yet */
  initialOf: Linkage['initialOf']
  changes: FormChanges
}

/** Loads the record into the form and keeps the loaded state for the conflict check. */
export function useRecord(page: FormPage, search: string, { form, initialOf, changes }: Filled) {
  const app = useApp()
  const needed = Boolean(page.source && recordKey(page.entity.key, search))
  const [state, setState] = useState<{ status: RecordStatus; error?: Error }>({ status: needed ? 'loading' : 'ready' })
  const [round, setRound] = useState(0)
  const [held] = useState(createHeld)
  useEffect(() => {
    if (!needed || !page.source) return
    let live = true
    const args = recordArgs(page.entity.key, search)
    const answer = (early(app, keyOf(page.source, args)) ?? send(app, page.source, args)) as Promise<Row | null>
    const start = (row: Row | null) => {
      if (!live) return
      // an address with a key whose record does not exist
      if (!row) return setState({ status: 'missing' })
      held.put(row)
      form.setValues({ ...row, ...begunWith(page, row, initialOf) }, 'merge')
      changes.settle()
      setState({ status: 'ready' })
    }
    answer.then(start, (error: Error) => {
      if (live) setState({ status: error instanceof CallError && error.status === 404 ? 'missing' : 'error', error })
    })
    return () => {
      live = false
    }
  }, [app, page, search, form, initialOf, changes, needed, held, round])
  const retry = useCallback(() => {
    setState({ status: needed ? 'loading' : 'ready' })
    setRound(count => count + 1)
  }, [needed])
  return useMemo(() => ({ ...state, base: held.get, rebase: held.put, retry }), [state, held, retry])
}

function begunWith({ sections }: FormPage, row: Row, initialOf: Linkage['initialOf']): Row {
  const empty = sections.flatMap(({ fields }) => fields).filter(({ name }) => blank(row[name]))
  return Object.fromEntries(
    empty.flatMap(field => {
      const value = initialOf(field)
      return value === undefined ? [] : [[field.name, value]]
    }),
  )
}

/** Holds the record that the next save is based on. */
function createHeld() {
  let row: Row | undefined
  return {
    get: () => row,
    put: (next: Row) => {
      row = next
    },
  }
}
