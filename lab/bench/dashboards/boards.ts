import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import type { Person } from '../ask.ts'

/** A dashboard in a browser. Conditions are code that runs in the page. */
export interface Board {
  name: string
  url: string
  prepare?(context: BrowserContext): Promise<void>
  /** everything that the page shows has been drawn */
  drawn: string
  /** the next month, and what is drawn once `times` such steps and theme changes have been made */
  next: string
  theme: string
  /** what must be open before the theme can be changed */
  menu?: string
  after(months: number, isDark: boolean): string
  /** selector of what opens the map of a region below, what says which map is drawn, and when its numbers are there */
  drill?: { open: string; map: string; drawn: string }
  /** asks for the numbers again */
  again?: string
}

export interface Boards {
  all: Board[]
  stop(): void
}

const OURS = `document.querySelector('.board-grid[aria-busy=false]') !== null
  && [...document.querySelectorAll('.board-widget .board-body')].every(
    one => one.firstElementChild && !one.querySelector('.board-wait, [aria-busy=true]')
      && (!one.querySelector('.board-picture') || one.querySelector('.board-picture').firstElementChild))`
/** Answers for numbers that have come since the page was opened. */
const ANSWERS = `performance.getEntriesByType('resource').filter(entry => entry.name.includes('/figures') && entry.responseEnd > 0).length`

/** Our home page, of somebody who looks at the whole country, with the demonstration's rows. */
async function ours(children: ChildProcess[]): Promise<Board> {
  const child = fork(resolve('lab/load/dashboards.ts'), ['PGlite', '0', '0'], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  children.push(child)
  const { url, people, page } = await new Promise<{ url: string; people: Person[]; page: string }>((done, fail) => {
    child.once('message', done as (message: unknown) => void)
    child.once('exit', code => fail(new Error(`the server ended with ${code} before it answered`)))
  })
  const token = people.find(({ area }) => area === '000000')?.token ?? ''
  const answered = (times: number): string => `${ANSWERS} > ${times} && ${OURS}`
  return {
    name: 'ours',
    url: `${url}/${page}?period=2026-01`,
    prepare: context => context.addCookies([{ name: 'Token', value: token, url }]),
    drawn: OURS,
    next: '.period button:last-of-type',
    menu: '.drop.user > .head-button',
    theme: '.user-panel [role=menuitemcheckbox]',
    after: (months, isDark) =>
      `document.documentElement.dataset.theme === '${isDark ? 'dark' : 'light'}' && ${answered(months)}`,
    drill: {
      open: '.map .part',
      map: `document.querySelector('.map .part')?.getAttribute('d')`,
      drawn: `new URL(location).searchParams.has('area') && ${answered(1)}`,
    },
    again: '.board .page-head button.link:last-of-type',
  }
}

/**
 * A board by hand with antd and G2, if `BENCH_BOARD` names a folder with one that is built: `server.mjs` exports
 * `serve(port)`, and its page says of each of its nineteen widgets which month and theme it has drawn.
 */
async function byHand(children: ChildProcess[]): Promise<Board[]> {
  const { BENCH_BOARD: folder, BENCH_BOARD_PAGE: page = 'a' } = process.env
  if (!folder) return []
  const code = `import('./server.mjs').then(({ serve }) => serve(0)).then(({ port }) => console.log(port))`
  const child = spawn(process.execPath, ['-e', code], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  const drawn = (mark: string): string =>
    `(all => all.length === 19 && all.every(one => one.dataset.drawn === '${mark}'))([...document.querySelectorAll('.w')])`
  return [
    {
      name: 'by hand',
      url: `http://127.0.0.1:${Number(port.toString())}/${page}/`,
      drawn: drawn('0-light'),
      next: '#next',
      theme: '#theme',
      after: (months, isDark) => drawn(`${months}-${isDark ? 'dark' : 'light'}`),
    },
  ]
}

export async function startBoards(): Promise<Boards> {
  const children: ChildProcess[] = []
  const stop = (): void => {
    for (const child of children) child.kill()
  }
  process.once('exit', stop)
  return { all: [...(await byHand(children)), await ours(children)], stop }
}
