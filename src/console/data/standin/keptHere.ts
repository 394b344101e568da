import { fieldsOf, isText, kept, textsIn } from '../../app/kept.ts'
import { chinaDay, chinaMoment } from '../../i18n/day.ts'
import { t } from '../../i18n/t.ts'
import { CallError } from '../http/errors.ts'
import type { Args } from '../http/http.ts'
import type { Answer } from './answer.ts'

/** A view as the console lists it. */
interface View {
  id: string
  name: string
  query: unknown
}
const viewsIn = (value: unknown): View[] =>
  (Array.isArray(value) ? value : []).flatMap((one: unknown): View[] => {
    const { id, name, query } = fieldsOf(one)
    return isText(id) && isText(name) ? [{ id, name, query }] : []
  })

/** A form that was not sent. */
interface Draft {
  values: object
  savedAt: string
}
const draftIn = (value: unknown): Draft | undefined => {
  const { values: filled, savedAt } = fieldsOf(value)
  return isText(savedAt) ? { values: fieldsOf(filled), savedAt } : undefined
}

export const values = kept('browser', 'own', fieldsOf)
export const drafts = kept('browser', 'ownDraft', draftIn)
export const signIns = kept('browser', 'ownSignIns', textsIn)
export const views = kept('browser', 'ownViews', viewsIn)

/** What our own server would keep for this person stays in the browser: settings, drafts, views, days. */
export function keptFor(userId: string): Record<string, Answer> {
  const place = (...parts: unknown[]): string => [userId, ...parts].join(':')
  const viewsAt = (args: Args): string => place(args['route'])
  return {
    'prefs.get': async args => {
      const all = values.read(place()) ?? {}
      if (!isText(args['keys'])) return { value: all[String(args['key'])] }
      return { values: Object.fromEntries(args['keys'].split(',').map(key => [key, all[key]])) }
    },
    'prefs.set': async args => {
      values.keep({ ...values.read(place()), [String(args['key'])]: args['value'] ?? undefined }, place())
      return null
    },
    'draft.get': async args => drafts.read(place(args['form'], args['record'])) ?? null,
    'draft.set': async args => {
      const at = place(args['form'], args['record'])
      drafts.keep(args['values'] ? { values: fieldsOf(args['values']), savedAt: chinaMoment() } : undefined, at)
      return null
    },
    'views.list': async args =>
      (views.read(viewsAt(args)) ?? []).map(view => ({ ...view, owner: '', shared: false, mine: true })),
    'signIn.list': async () => ({ today: chinaDay(), days: signIns.read(place()) ?? [] }),
    'signIn.sign': async () => {
      signIns.keep([...new Set([...(signIns.read(place()) ?? []), chinaDay()])], place())
      return null
    },
    'views.save': async args => saveView(viewsAt(args), args),
    'views.delete': async args => {
      const { route, id } = splitId(String(args['id']))
      const at = place(route)
      views.keep(
        (views.read(at) ?? []).filter(view => view.id !== id),
        at,
      )
      return null
    },
  }
}

/** A view is deleted by its id alone, which tells its list therefore. */
const idOf = (route: string, n: number): string => `${route}#${n}`
const splitId = (id: string): { route: string; id: string } => ({ route: id.slice(0, id.lastIndexOf('#')), id })

function saveView(at: string, { id, route, name, query, shared }: Args): { id: string } {
  if (shared === true) throw refused(t('所接的后端不保存视图，视图只留在本浏览器，不能共享'))
  const all = views.read(at) ?? []
  if (all.some(view => view.name === name && view.id !== id))
    throw refused(t('已有同名的视图“{name}”', { name: String(name) }))
  const last = Math.max(0, ...all.map(view => Number(view.id.split('#').pop())))
  const key = isText(id) ? id : idOf(String(route), last + 1)
  const saved = { id: key, name: String(name), query }
  views.keep(all.some(view => view.id === key) ? all.map(one => (one.id === key ? saved : one)) : [...all, saved], at)
  return { id: key }
}

const refused = (text: string): CallError => new CallError(400, { level: 'error', text })
