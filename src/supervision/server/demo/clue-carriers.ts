import type { TableRow } from '../../../server/db/database.ts'
import type { Generating } from './ground/generating.ts'
import { MATTERS, type Matter } from './clue-words.ts'
import type { Shown } from './register.ts'
import { Weighed } from './ground/weighed.ts'
import { personName } from './words.ts'

/** Where a clue is found, and what it is about. */
export interface Found {
  carrier: Shown
  matter: Matter
}

/** Labels of dictionaries/objectKind with how many of a hundred clues stand on each. */
const KINDS: readonly (readonly [string, number])[] = [
  ['网店', 50],
  ['外卖', 13],
  ['直播间', 8],
  ['小程序', 8],
  ['网站', 7],
  ['平台内经营者', 6],
  ['微信公众号', 4],
  ['App', 3],
  ['电商平台', 1],
]
/** Trades that are looked at more closely; all others 1. */
const RISKS: Readonly<Record<string, number>> = { 药品: 5, 医疗器械: 4, 化妆品: 4, 保健食品: 4, 食品酒水: 2, 餐饮: 2 }
const ROOM = '直播间'
/** Live rooms stand on what sells there; labels of dictionaries/platform. */
const ROOM_PLATFORMS: readonly (readonly [string, number])[] = [
  ['抖音', 6],
  ['快手', 3],
  ['视频号小店', 1],
]

const keyOfLabel = (g: Generating, dictionary: string, label: string): string =>
  g.dictionary(dictionary).find(([, text]) => text === label)?.[0] ?? ''
const labelOfKey = (g: Generating, dictionary: string, key: unknown): string =>
  g.dictionary(dictionary).find(([one]) => one === key)?.[1] ?? ''

export const categoryOf = (g: Generating, { row }: Shown): string => labelOfKey(g, 'goodsCategory', row['mainCategory'])

/** A live room of whoever keeps a shop: rooms are in no library yet, so a clue knows it by its address alone. */
function roomOf(g: Generating, { row, title }: Shown, serial: number): Shown {
  const name = title.replace(/（.*?）|旗舰店|专卖店|专营店|企业店|个人店|自营店|B店|C店/g, '')
  const room: TableRow = {
    ...row,
    platformName: keyOfLabel(g, 'platform', g.random.weighted(ROOM_PLATFORMS)),
    anchorNick: personName(serial * 3),
  }
  return {
    kind: keyOfLabel(g, 'objectKind', ROOM),
    key: '',
    title: `${name}直播间`,
    row: room,
    url: `https://live-${String(serial).padStart(6, '0')}.example/`,
  }
}

const fits = (g: Generating, carrier: Shown, kind: string, matter: Matter): boolean =>
  (matter.of === undefined || matter.of.includes(categoryOf(g, carrier)))
  && (matter.on === undefined || matter.on.includes(kind))
/** Of a matter of its own trade there is most. */
const weightOf = (matter: Matter): number => (matter.of ? 6 : 1) * (matter.on ? 2 : 1)

/** Chooses carriers of one area: the riskier the trade the more often; a bureau with sections has their products. */
export class Finder {
  readonly #g: Generating
  readonly #byKind = new Map<string, Weighed<Shown>>()
  readonly #sectioned: boolean
  #rooms: number

  constructor(g: Generating, carriers: readonly Shown[], sectioned: boolean, rooms: number) {
    this.#g = g
    this.#sectioned = sectioned
    this.#rooms = rooms
    for (const carrier of carriers) {
      const kind = labelOfKey(g, 'objectKind', carrier.kind)
      const all = this.#byKind.get(kind) ?? new Weighed<Shown>()
      this.#byKind.set(kind, all.add(carrier, RISKS[categoryOf(g, carrier)] ?? 1))
    }
  }

  next(): Found | undefined {
    for (let tries = 0; tries < 40; tries++) {
      const kind = this.#g.random.weighted(KINDS)
      const chosen = this.#byKind.get(kind === ROOM ? '网店' : kind)?.pick(this.#g.random)
      if (!chosen) continue
      const matters = MATTERS.filter(matter => fits(this.#g, chosen, kind, matter)).filter(
        matter => !this.#sectioned || matter.product !== undefined || this.#g.random.chance(0.06),
      )
      if (matters.length === 0) continue
      const matter = this.#g.random.weighted(matters.map(one => [one, weightOf(one)] as const))
      return { carrier: kind === ROOM ? roomOf(this.#g, chosen, ++this.#rooms) : chosen, matter }
    }
    return undefined
  }

  /** how many live rooms there are by now */
  get rooms(): number {
    return this.#rooms
  }
}
