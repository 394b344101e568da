import type { BrowserContext } from 'playwright-core'

/** A page to measure. Selectors match the first visible element. */
export interface Target {
  name: 'antd' | 'ours'
  url: (size: number) => string
  /** runs before the measurement, e.g. to sign in */
  prepare?: (context: BrowserContext) => Promise<void>
  row: string
  /** above a hundred rows only visible ones are in the document */
  virtual: boolean
  next: string
  lists: { orders: string; products: string }
  filter: string
  form: FormTarget
}
/** A form of 30 fields with five linkages; 11 of its fields are invalid when empty. */
export interface FormTarget {
  open: string
  field: string
  count: number
  input: string
  submit: string
  error: string
  errors: number
}

/** Text of the first row of each list. */
export const FIRST_TEXT = { orders: 'SO0', products: 'SKU0' }

export const targets = (bases: { ours: string; antd: string }): Target[] => [
  {
    name: 'antd',
    url: size => `${bases.antd}/?pageSize=${size}#/orders`,
    row: '.ant-table-tbody > tr.ant-table-row',
    virtual: false,
    next: '.ant-pagination-next button',
    lists: { orders: 'a[href="#/orders"]', products: 'a[href="#/products"]' },
    filter: '#keyword',
    form: {
      open: 'a[href="#/form"]',
      field: '.ant-form-item',
      count: 28,
      input: '#title',
      submit: 'button[type=submit]',
      error: '.ant-form-item-explain-error',
      errors: 11,
    },
  },
  {
    name: 'ours',
    url: size => `${bases.ours}/bench/orders${size === 20 ? '' : `?pageSize=${size}`}`,
    prepare: async context => {
      await context.addCookies([{ name: 'Token', value: 'bench-token', url: bases.ours }])
      // shows all six filters, as the hand-written page does
      await context.addInitScript("localStorage.setItem('filters.open', '1')")
    },
    row: '.grid-row',
    virtual: true,
    next: '.pager .next',
    lists: { orders: 'a[href="/bench/orders"]', products: 'a[href="/bench/products"]' },
    filter: 'form.filters input',
    form: {
      open: 'a[href="/bench/form"]',
      field: '.form-item',
      count: 28,
      input: '[id="bench/form.title"]',
      submit: '.form-actions .button.primary',
      error: '.form-item.invalid',
      errors: 11,
    },
  },
]
