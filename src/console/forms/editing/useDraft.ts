import { onFieldInputValueChange, type Form } from '@formily/core'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useApp } from '../../app/useApp.ts'
import type { Row } from '../../../core/contract/api.ts'
import { notify } from '../../feedback/notice.ts'
import { t } from '../../i18n/t.ts'
import type { FormChanges } from './changes.ts'
import { dropDraft, keepDraft, readDraft, serverDraft, type Draft, type Offer } from './draft.ts'

const SERVER_DELAY = 2000
const LOCAL_DELAY = 300

interface DraftPlace {
  /** id of the user */
  owner: string
  route: string
  search: string
  /** subject of the draft: key of the record, '' for a new one */
  record: string
}

/** Stores drafts: at once in this tab, after a pause on the server. */
export function useDraft(
  form: Form,
  { owner, route, search, record }: DraftPlace,
  changes: FormChanges,
  base: () => Row | undefined,
) {
  const app = useApp()
  // the key contains the user: whoever signs in next in this tab must not see the draft
  const place = `${owner}:${route}${search}`
  const server = useMemo(() => serverDraft(app, route, record, owner), [app, route, record, owner])
  const [restored, setRestored] = useState(false)
  const [offer, setOffer] = useState<Offer | undefined>()
  const [timers] = useState(createTimers)
  const [early] = useState(createEarly)
  const draft = useCallback((): Draft => {
    const read = base()
    return { values: changes.values(), ...(read ? { base: read } : {}) }
  }, [changes, base])
  const keep = useCallback(() => {
    if (changes.is() && !early.hides(place)) keepDraft(place, draft())
  }, [changes, place, draft, early])
  const typed = useCallback(
    (name: string) => {
      early.note(name)
      changes.touch(name)
      timers.after('local', LOCAL_DELAY, keep)
      timers.after('server', SERVER_DELAY, () => {
        if (changes.is()) void server.keep(draft())
      })
    },
    [changes, keep, server, draft, timers, early],
  )
  useInput(form, typed)
  useNowWhenHidden(timers)

  /** Called when the record is loaded: restores this tab's draft, or offers a draft from the server. */
  const open = useCallback(
    async (restore: (draft: Draft) => void) => {
      const local = readDraft(place)
      const typed = early.end(changes.values())
      if (local && !changes.same(local.values)) {
        restore({ ...local, values: { ...local.values, ...typed } })
        setRestored(true)
        return
      }
      const found = await server.read()
      if (found && !changes.same(found.values)) setOffer(found)
    },
    [place, changes, server, early],
  )
  const take = useCallback(() => {
    setOffer(undefined)
    setRestored(true)
  }, [])
  const drop = useCallback(() => {
    timers.clear()
    dropDraft(place)
    server.drop()
    setRestored(false)
    setOffer(undefined)
  }, [place, server, timers])
  /** Leaving the page: stores the draft on the server. */
  const leave = useCallback(() => {
    timers.clear()
    // left before it was open: the draft waits as it is
    if (early.hides(place)) return changes.settle()
    keep()
    const stored = changes.is() ? server.keep(draft()) : Promise.resolve(true)
    // what the server does not have stays in this tab
    void stored.then(yes => {
      if (yes) dropDraft(place)
    })
    changes.settle()
  }, [timers, changes, server, draft, place, keep, early])
  /** Stores the draft at the user's request, and reports the result. */
  const put = useCallback(async () => {
    timers.clear()
    keepDraft(place, draft())
    notify(
      app,
      (await server.keep(draft()))
        ? { level: 'success', text: t('草稿已保存') }
        : { level: 'warning', text: t('服务器没有保存草稿，填写的内容暂留在本窗口，请稍后再试') },
    )
  }, [app, timers, place, draft, server])
  return { restored, offer, open, take, drop, leave, keep, put }
}

/** Calls with the name of the form's field that its user has changed: of a table's cell that of the table. */
function useInput(form: Form, typed: (name: string) => void): void {
  useEffect(() => {
    form.addEffects('draft', () => {
      onFieldInputValueChange('*', ({ path }) => typed(String(path.segments[0])))
    })
    return () => form.removeEffects('draft')
  }, [form, typed])
}

/** What is typed in the first moments, before the draft of this tab is laid into the form: it stays as typed. */
function createEarly() {
  let names: Set<string> | undefined = new Set()
  return {
    note: (name: string) => void names?.add(name),
    /** whether a draft of the tab is yet to be restored, so that nothing may be stored in its place */
    hides: (place: string): boolean => names !== undefined && readDraft(place) !== undefined,
    /** of the form's values those that have been typed by now */
    end: (values: Row): Row => {
      const typed = Object.entries(values).filter(([name]) => names?.has(name))
      names = undefined
      return Object.fromEntries(typed)
    },
  }
}

/** Runs pending timers at once when the page is left or hidden, because they may not fire later. */
function useNowWhenHidden(timers: ReturnType<typeof createTimers>): void {
  useEffect(() => {
    const hide = () => {
      if (document.visibilityState === 'hidden') timers.now()
    }
    document.addEventListener('visibilitychange', hide)
    return () => {
      document.removeEventListener('visibilitychange', hide)
      timers.now()
    }
  }, [timers])
}

function createTimers() {
  const waiting = new Map<string, { timer: ReturnType<typeof setTimeout>; run: () => void }>()
  const clear = () => {
    for (const { timer } of waiting.values()) clearTimeout(timer)
    waiting.clear()
  }
  return {
    after: (name: string, delay: number, run: () => void) => {
      clearTimeout(waiting.get(name)?.timer)
      waiting.set(name, {
        run,
        timer: setTimeout(() => {
          waiting.delete(name)
          run()
        }, delay),
      })
    },
    now: () => {
      const due = [...waiting.values()]
      clear()
      for (const { run } of due) run()
    },
    clear,
  }
}
