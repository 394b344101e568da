import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Call } from '../../../src/core/contract/configuration.ts'
import { TIME_RANGE_PARTS } from '../../../src/core/period/kept.ts'
import type { ConsoleApp } from '../../../src/console/app/app.ts'
import { createApp } from '../../../src/console/app/app.ts'
import { keptText } from '../../../src/console/app/kept.ts'
import { submissionOf } from '../../../src/console/data/http/submissions.ts'
import { dropCookie, readCookie } from '../../../src/console/data/session/cookies.ts'
import { keepUser, signInAgain, storedUser, tenant, token } from '../../../src/console/data/session/session.ts'
import { periodOfPage } from '../../../src/console/data/session/timeRange.ts'
import * as own from '../../../src/console/data/standin/keptHere.ts'
import { lackedBefore } from '../../../src/console/data/standin/standIn.ts'
import { readDraft } from '../../../src/console/forms/editing/draft.ts'
import { chosenLanguage } from '../../../src/console/i18n/t.ts'
import { favourites } from '../../../src/console/menu/favourites.ts'
import { recentUrls } from '../../../src/console/menu/recent.ts'
import { entryOf } from '../../../src/console/navigation/unsaved.ts'
import { tabs } from '../../../src/console/navigation/tabs.ts'
import { readBoard } from '../../../src/console/pages/dashboard/boardState.ts'
import { copyOf } from '../../../src/console/pages/list/columns/columnPrefs.ts'
import { pending, type PendingBatch } from '../../../src/console/pages/list/jobs/pending.ts'
import { activeView } from '../../../src/console/pages/list/panels/views.ts'
import { lengthened } from '../../../src/console/pages/list/query/longValues.ts'
import { remembered } from '../../../src/console/pages/list/query/remembered.ts'
import { readState } from '../../../src/console/pages/list/query/state.ts'
import { brand } from '../../../src/console/theme/brand.ts'
import { look } from '../../../src/console/theme/look.ts'
import { user } from '../support/boot.ts'
import { LIST, listPage } from '../support/pages.ts'

const sources = ['src/console', 'src/supervision/console'].flatMap(folder =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(path => /\.tsx?$/.test(path))
    .map(path => join(folder, path))
    .map(path => ({ path, text: readFileSync(path, 'utf8') })),
)

const ROUTE = 'thing/list'
const MARK = '#mark'
const CALL: Required<Call> = { ...LIST, name: 'thing.save', names: ['a'], changes: ['thing'] }
const JOB: Required<Omit<PendingBatch, 'chosen'>> & Pick<PendingBatch, 'chosen'> = {
  kind: 'batch',
  id: 'b',
  total: 2,
  route: ROUTE,
  label: '通过',
  call: CALL,
  after: '/a',
  undo: true,
  undoes: 'a',
  rows: true,
  chosen: { keys: ['1'] },
}

interface Case {
  /** what the console keeps, every optional part of it there */
  good: unknown
  key: string
  read(app: ConsoleApp): unknown
}
/** Everything that the console keeps as JSON, by its name. */
const JSON_KEPT: Record<string, Case> = {
  userInfo: { good: user, key: 'userInfo', read: storedUser },
  unanswered: {
    good: [['thing.save x', '0123456789abcdef0123456789abcdef']],
    key: 'unanswered',
    read: app => submissionOf(app, CALL, {}, 'x').headers,
  },
  draft: { good: { values: {}, base: {} }, key: 'draft:p', read: () => readDraft('p') },
  favourites: { good: ['/a'], key: 'favourites:', read: app => favourites(app).get() },
  recent: { good: ['/a'], key: 'recent:', read: recentUrls },
  tabs: {
    good: { owner: 'u1', tabs: [{ id: 'a', url: '/a', title: '甲', name: '乙', pinned: true }] },
    key: 'tabs',
    read: app => {
      tabs(app).restore('u1')
      return tabs(app).state()
    },
  },
  columns: {
    good: { known: ['name'], columns: [{ name: 'name', shown: true, width: 100, fixed: 'left', label: '名称' }] },
    key: `columns::${ROUTE}`,
    read: app => copyOf(app, ROUTE),
  },
  view: { good: { id: '1', name: '甲', search: '?a=1' }, key: `view::${ROUTE}`, read: app => activeView(app, ROUTE) },
  list: {
    good: { size: 50, view: { id: '1', name: '甲', search: '?a=1' } },
    key: `list::${ROUTE}`,
    read: app => [remembered(app, ROUTE), readState(app, listPage(), '')],
  },
  'long-filters': { good: [[MARK, '1,2']], key: 'long-filters:', read: app => lengthened(app, MARK) },
  jobs: {
    good: [JOB, { kind: 'export', id: 'e', total: 1, title: '清单', ending: 'xlsx' }],
    key: 'jobs',
    read: app => pending(app).left(),
  },
  colours: { good: { light: { primary: '#123456' }, dark: {} }, key: 'colours', read: app => brand(app).get() },
  lacks: { good: ['thing.save'], key: 'lacks', read: () => lackedBefore.read() },
  own: { good: { a: 1 }, key: 'own:7', read: () => Object.keys(own.values.read('7') ?? {}) },
  ownDraft: {
    good: { values: { a: 1 }, savedAt: '2026-05-06 08:00:00' },
    key: 'ownDraft:7',
    read: () => own.drafts.read('7')?.savedAt,
  },
  ownSignIns: { good: ['2026-05-06'], key: 'ownSignIns:7', read: () => own.signIns.read('7') },
  ownViews: {
    good: [{ id: 'a#1', name: '本月', query: { sort: 'a' } }],
    key: 'ownViews:7',
    read: () => own.views.read('7')?.map(({ id, name }) => [id, name]),
  },
  look: { good: { theme: 'dark', density: 'compact', weak: true }, key: 'look', read: app => look(app).get() },
}
/** And as plain text: each is compared with texts that are known, or shown. */
const TEXT_KEPT = ['signInAgain', 'lang', 'product', 'filters.open', 'side.folded', 'kind', 'wallLight']

const lay = (key: string, text: string): void => {
  for (const storage of [localStorage, sessionStorage]) storage.setItem(key, text)
}
afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  for (const name of ['Token', 'apitenant', 'userInfo', ...TIME_RANGE_PARTS]) dropCookie(name)
})

const NOT_JSON = ['', ' ', '%', '%u6DEE', '{', '[1,', 'undefined', 'NaN', '\u0000', 'x'.repeat(100_000)]
const OTHERS = [null, 0, -1, 1e300, true, '', '%', 'abc', '__proto__', [], [null], [[]], {}, { a: null }, [0, 'a', {}]]

/** Each value with one of its parts replaced by something else, or taken out. */
function* spoilt(value: unknown): Generator<unknown> {
  yield* OTHERS
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value)) {
    const put = (other: unknown): unknown =>
      Array.isArray(value)
        ? value.map((one, i) => (String(i) === name ? other : (one as unknown)))
        : { ...value, [name]: other }
    for (const other of spoilt(part)) yield put(other)
    yield put(undefined)
  }
}

/** Where `found` is of another shape than `model`; what is absent is no other shape. */
function otherThan(model: unknown, found: unknown, at = ''): string[] {
  if (found === undefined || model === undefined) return []
  if (typeof model !== 'object' || model === null)
    return typeof found === typeof model ? [] : [`${at}: ${JSON.stringify(found)}`]
  if (typeof found !== 'object' || found === null || Array.isArray(found) !== Array.isArray(model))
    return [`${at}: ${JSON.stringify(found)}`]
  return Object.entries(found).flatMap(([name, part]) =>
    otherThan((model as Record<string, unknown>)[Array.isArray(model) ? '0' : name], part, `${at}.${name}`),
  )
}

describe('what a browser keeps', () => {
  it('is read and kept in one place', () => {
    const own = ['src/console/app/kept.ts', 'src/console/data/session/cookies.ts']
    const RAW = /localStorage|sessionStorage|document\.cookie|cookieStore|indexedDB|\bcaches\./
    expect(sources.filter(({ text }) => RAW.test(text)).map(({ path }) => path)).toEqual(own)
  })

  it('is each tried here with garbage', () => {
    const declared = sources
      .filter(({ path }) => !path.endsWith('app/kept.ts'))
      .flatMap(({ text }) => [...text.matchAll(/\bkept(?:Text)?(?:<\w+>)?\(\s*([^,]+),\s*([^,)]+)/g)])
      .map(([, , name = '']) => (name === 'USER' ? 'userInfo' : name.replaceAll("'", '')))
    expect(declared.sort()).toEqual([...Object.keys(JSON_KEPT), ...TEXT_KEPT].sort())
  })

  it.each(Object.entries(JSON_KEPT))('%s: what cannot be read is absent', (_name, { good, key, read }) => {
    const model = (() => {
      lay(key, JSON.stringify(good))
      return read(createApp())
    })()
    lay(key, 'null')
    const none = read(createApp())
    expect(model).toBeDefined()
    expect(model).not.toEqual(none)
    for (const text of NOT_JSON) {
      lay(key, text)
      expect(otherThan(model, read(createApp())), text.slice(0, 20)).toEqual([])
    }
    for (const value of spoilt(good)) {
      const text = JSON.stringify(value)
      lay(key, text)
      expect(otherThan(model, read(createApp())), text).toEqual([])
    }
  })

  it('is no language and no greeting where it is a text of another kind', () => {
    for (const text of NOT_JSON) {
      lay('lang', text)
      lay('signInAgain', text)
      expect(chosenLanguage()).toBe('zh')
      expect(signInAgain()).toEqual({ username: text, text: '' })
    }
  })

  it('is nothing where the browser refuses, is full, or has no storage at all', () => {
    const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
    try {
      Object.defineProperty(globalThis, 'localStorage', {
        configurable: true,
        get: () => {
          throw new DOMException('denied', 'SecurityError')
        },
      })
      const text = keptText('browser', 'a')
      text.keep('1')
      expect(text.read()).toBeUndefined()
      expect([chosenLanguage(), recentUrls(createApp())]).toEqual(['zh', []])
    } finally {
      if (before) Object.defineProperty(globalThis, 'localStorage', before)
    }
  })
})

describe('a cookie', () => {
  const GARBAGE = ['%', '%u6DEE', '%E6%B7', 'a%', '%%%', '', '"', '=', '%00', '%E6%B7%AE%E5%8D%97', '%0d%0aX: 1']

  it.each(GARBAGE)(
    'that is %j is absent, and what can be sent in a header or stand in an address is not more',
    text => {
      for (const name of ['Token', 'apitenant', 'userInfo', ...TIME_RANGE_PARTS])
        document.cookie = `${name}=${text}; path=/`
      expect(() => readCookie('Token')).not.toThrow()
      const sent = token()
      if (sent !== undefined) expect(() => new Headers({ Authorization: `Bearer ${sent}` })).not.toThrow()
      expect(sent ?? '').toMatch(/^[!-~]*$/)
      expect(tenant() ?? '').toMatch(/^[\w./-]*$/)
      expect(storedUser()).toBeUndefined()
      expect(periodOfPage(undefined, ['month'], '2026-05-05').period).toEqual(
        expect.objectContaining({ by: 'month', start: expect.stringMatching(/^\d{4}-\d\d-01$/) as string }),
      )
    },
  )

  it('says who it is where the storage cannot', () => {
    keepUser(user)
    lay('userInfo', '{')
    expect(storedUser()).toEqual({ id: 'u1' })
  })
})

describe('an address', () => {
  const GARBAGE = [
    '%',
    'page=-1',
    'page=1e9',
    'page=x&pageSize=NaN',
    'sort=%',
    'tab=__proto__',
    'f_name=%u6DEE',
    'name=%00',
  ]

  it.each([...GARBAGE, ...NOT_JSON])('opens a list and a board whatever it says: %#', text => {
    const { page, size } = readState(createApp(), listPage(), `?${text}`)
    expect([page > 0, size > 0, Number.isInteger(page), Number.isInteger(size)]).toEqual([true, true, true, true])
    const { state } = readBoard({ period: ['month'] }, `?period=${text}&${text}`, '2026-05-05')
    expect(state.period?.by).toBe('month')
  })

  it('has its place in the history only where the router has counted it', () => {
    expect([null, 'a', 5, [], { idx: '3' }, { idx: NaN }, { idx: 3 }].map(entryOf)).toEqual([
      ...Array<undefined>(6).fill(undefined),
      3,
    ])
  })
})
