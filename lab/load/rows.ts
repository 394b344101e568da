/** Rows of a pretended million: row i is always the same, none is stored. */
export const TOTAL = 1_000_000
export type ListName = 'orders' | 'products' | 'sheets'
export type BenchRow = Record<string, string | number>

type Make = (n: number, i: number) => string | number
const pad = (n: number, width = 2): string => String(n).padStart(width, '0')
const oneOf =
  (...values: string[]): Make =>
  n =>
    values[n % values.length] ?? ''
const numbered =
  (text: string): Make =>
  n =>
    `${text} ${n % 9973}`
const upTo =
  (limit: number): Make =>
  n =>
    n % limit
const money: Make = n => (n % 1_000_000) / 100
const image: Make = n => `img-${n % 10_000}.png`
const code =
  (prefix: string): Make =>
  (_n, i) =>
    prefix + pad(i + 1, 8)
const moment: Make = n =>
  `2025-${pad(1 + (n % 12))}-${pad(1 + ((n >>> 4) % 28))} ${pad((n >>> 9) % 24)}:${pad((n >>> 14) % 60)}:${pad((n >>> 20) % 60)}`
const place: Make = n => {
  const province = ['North', 'South', 'East', 'West', 'Centre'][n % 5]
  return `${province} / ${province} city ${1 + ((n >>> 3) % 4)} / District ${1 + ((n >>> 6) % 4)}`
}
const remark: Make = n => `note ${n.toString(36)} ${scatter(n, 1).toString(36)}`
const channel = oneOf('web', 'app', 'store', 'market')

const FIELDS: Record<ListName, Record<string, Make>> = {
  orders: {
    orderNo: code('SO'),
    customer: numbered('Customer'),
    phone: n => '1' + String(3_000_000_000 + (n % 1_000_000_000)),
    status: oneOf('unpaid', 'paid', 'shipped', 'done', 'closed'),
    payType: oneOf('card', 'wallet', 'bank', 'cod'),
    amount: money,
    qty: upTo(1000),
    createdAt: moment,
    paidAt: moment,
    area: place,
    image,
    channel,
    weight: upTo(1000),
    remark,
  },
  products: {
    sku: code('SKU'),
    name: numbered('Name'),
    category: oneOf('food', 'home', 'toys', 'wear', 'tech'),
    status: oneOf('on', 'off', 'draft'),
    price: money,
    stock: upTo(1000),
    sold: upTo(1000),
    createdAt: moment,
    updatedAt: moment,
    brand: numbered('Brand'),
    image,
    channel,
    origin: place,
    remark,
  },
  // sixty columns; the list of twelve reads the same rows
  sheets: Object.fromEntries(
    Array.from({ length: 60 }, (_, i) => [
      `c${pad(i + 1)}`,
      i === 0 ? code('SO') : ([upTo(1000), numbered('Cell'), moment][i % 3] ?? moment),
    ]),
  ),
}

/** A number that looks random and depends on nothing but the row and the column. */
function scatter(row: number, column: number): number {
  let x = (row * 2_654_435_761 + column * 40_503 + 12_345) >>> 0
  x = Math.imul(x ^ (x >>> 15), 2_246_822_519) >>> 0
  return (x ^ (x >>> 13)) >>> 0
}

export function rowAt(list: ListName, i: number): BenchRow {
  const row: BenchRow = { id: String(i + 1) }
  Object.entries(FIELDS[list]).forEach(([name, make], column) => {
    row[name] = make(scatter(i, column), i)
  })
  return row
}

export function rowsOf(list: ListName, page: number, size: number): BenchRow[] {
  const from = (page - 1) * size
  return Array.from({ length: Math.max(0, Math.min(size, TOTAL - from)) }, (_, k) => rowAt(list, from + k))
}
