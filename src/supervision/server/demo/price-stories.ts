import type { TableRow } from '../../../server/db/database.ts'
import { chinaTime } from '../../../server/db/time.ts'

const DAY_MS = 86_400_000

/** How the price of goods went; days are counted back from now. */
export interface Story {
  /** dictionaries/priceRule: what its last weeks show; nothing: all is well */
  shows?: string
  promotion: boolean
}

/** Goods of one kind stand in four shops: each four lines are shops that sell the same. */
export const STORIES: readonly Story[] = [
  { shows: 'P8', promotion: false },
  { promotion: false },
  { promotion: false },
  { shows: 'P6', promotion: false },
  { shows: 'P4', promotion: false },
  { shows: 'P5', promotion: false },
  { promotion: true },
  { promotion: false },
  { shows: 'P1', promotion: true },
  { shows: 'P3', promotion: true },
  { shows: 'P7', promotion: true },
  { promotion: true },
  { shows: 'P2', promotion: true },
  { promotion: true },
  { promotion: false },
  { promotion: false },
]

/** The promotion that is on now: it began ten days ago. */
const BEGAN = 10
const LASTS = 16
const NAMES: Readonly<Record<number, string>> = {
  1: '年货节',
  3: '女神节',
  6: '618',
  8: '暑期特惠',
  11: '双11',
  12: '双12',
}

export function promotionAt(now: number): TableRow {
  const begin = now - BEGAN * DAY_MS
  const month = Number(chinaTime(begin).slice(5, 7))
  return {
    promo: `${NAMES[month] ?? '会员日'}促销`,
    promoStart: `${chinaTime(begin).slice(0, 10)} 00:00:00`,
    promoEnd: `${chinaTime(begin + LASTS * DAY_MS).slice(0, 10)} 23:59:59`,
  }
}

/** Every ten days of a year, every second of the last month, and every one of the last two weeks. */
const daysOf = (): number[] => [
  ...Array.from({ length: 33 }, (_, i) => 361 - i * 10),
  ...Array.from({ length: 9 }, (_, i) => 32 - i * 2),
  ...Array.from({ length: 14 }, (_, i) => 14 - i),
]
export const timesOf = (now: number): string[] =>
  daysOf().map(ago => `${chinaTime(now - ago * DAY_MS).slice(0, 10)} 08:${String(10 + (ago % 40)).padStart(2, '0')}:00`)

export interface StoryPrice {
  sale: number | null
  line: number | null
  final: number | null
}

const cents = (price: number): number => Math.round(price * 10) / 10

/** Prices of a year: dearer by and by, cheaper while everybody is. */
function usual(base: number, time: string): number {
  const [month, day] = [Number(time.slice(5, 7)), Number(time.slice(8, 10))]
  const sale = (month === 6 && day <= 20) || (month === 11 && day <= 12) ? 0.94 : 1
  const wave = 1 + 0.015 * Math.sin((month * 30 + day) / 17)
  return base * sale * wave
}

const within = (ago: number, from: number, to: number): boolean => ago > from && ago < to

type Tell = (price: number, ago: number) => Partial<StoryPrice>
const TOLD: Readonly<Record<string, Tell>> = {
  // raised before the promotion, and lowered for it to what it was
  P1: (price, ago) =>
    ago <= BEGAN ? { sale: cents(price * 1.02) } : ago <= BEGAN + 5 ? { sale: cents(price * 1.3) } : {},
  P2: (price, ago) => (ago <= BEGAN || within(ago, 150, 180) ? { line: cents(price * 1.8) } : {}),
  P3: (price, ago) => (ago <= BEGAN ? { sale: cents(price * 1.06), final: cents(price * 1.06) } : {}),
  P4: (price, ago) => (ago <= 3 ? { sale: cents(price * 1.28) } : {}),
  P5: (_price, ago) => (ago <= 4 ? { sale: null, final: null } : {}),
  P6: (price, ago) => (ago <= 45 || within(ago, 140, 200) ? { sale: cents(price * 0.38) } : {}),
  P7: (price, ago) => (ago <= BEGAN ? { final: cents(price * 0.93) } : {}),
  P8: (price, ago) => (ago <= 90 || within(ago, 230, 300) ? { sale: cents(price * 3.3) } : {}),
}
/** What promotions promise: less than what P7 takes. */
export const PROMISED = 0.88

export function priceAt({ shows, promotion }: Story, base: number, ago: number, time: string): StoryPrice {
  const price = usual(base, time)
  const isOn = promotion && ago <= BEGAN
  const sale = cents(isOn ? price * 0.9 : price)
  const told = shows === undefined ? {} : (TOLD[shows]?.(price, ago) ?? {})
  const now = told.sale === undefined ? sale : told.sale
  // a struck-out price stands on the page while a promotion is on, and above the price
  const line = isOn && price * 0.96 > (now ?? 0) ? cents(price * 0.96) : null
  return { sale, line, final: now, ...told }
}
