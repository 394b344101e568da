/**
 * A target file for bench-peers: its own targets and, beside them, ours. See docs/benchmarks.md.
 * env: BENCH_PEERS the folder of bench-peers; BENCH_OURS where our server listens (default http://127.0.0.1:4410).
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const folder = process.env.BENCH_PEERS
if (!folder) throw new Error('BENCH_PEERS names the folder of bench-peers')
const { default: peers } = await import(pathToFileURL(join(folder, 'targets.mjs')).href)

// pages seen before stay in the document, hidden
const SHOWN = 'section.page:not([style*="none"])'

/** A session as a user has it who logged in before, and all six filters on screen, as the peers have them. */
async function login(page, base) {
  await page.goto(`${base}/login`)
  await page.evaluate(() => {
    document.cookie = 'Token=bench-token; path=/'
    localStorage.setItem('filters.open', '1')
  })
}

const ours = (name, more) => ({
  name,
  base: process.env.BENCH_OURS ?? 'http://127.0.0.1:4410',
  login,
  listUrl: (base, size) => `${base}/bench/orders${size === 20 ? '' : `?pageSize=${size}`}`,
  api: /\/prod-api\//,
  row: `${SHOWN} .grid-row`,
  textA: 'SO0',
  textB: 'SKU0',
  next: `${SHOWN} .pager .next`,
  navA: { click: 'a[href="/bench/orders"]' },
  navB: { click: 'a[href="/bench/products"]' },
  filterInput: `${SHOWN} form.filters input`,
  navForm: { click: 'a[href="/bench/form"]' },
  formField: '.form-item',
  formMin: 28,
  formInput: '[id="bench/form.title"]',
  formSubmit: '.form-actions .primary',
  formError: '.form-item.invalid',
  errMin: 11,
  ...more,
})

export default [
  ...peers,
  ours('ours', { note: 'lab/load/config' }),
  // beyond a hundred rows ours keeps only those in view in the document: for the steps with 200 and 1,000 rows
  ours('oursVirtual', { note: 'lab/load/config, virtual rows', virtual: true }),
]
