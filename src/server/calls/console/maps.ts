import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import type { Outline } from '../../../core/contract/outline.ts'
import { mapOf, type MapStore } from '../../files/maps.ts'
import { outlineOf } from '../../files/outline.ts'
import { FileAnswer } from '../../files/store.ts'
import { notFound } from '../../answer/refusal.ts'
import { requiredArg, textArg, type CallContext, type Handler, type Handlers } from '../../call/context.ts'

const CACHED_FOR_EVER = 'private, max-age=31536000, immutable'
const CACHED_AN_HOUR = 'private, max-age=3600'

/** R7.06: the timestamp in the address changes with the map, so browsers may cache the answer for good. */
const map: Handler = async (call: CallContext) => {
  const code = requiredArg(call, 'code')
  const shapes = await mapOf(call.maps, call.regions, code)
  if (!shapes) throw notFound(`没有地区 ${code} 的地图`)
  const accepts = /\bgzip\b/.test(String(call.headers['accept-encoding'] ?? ''))
  const cache = textArg(call, 't') === '' ? CACHED_AN_HOUR : CACHED_FOR_EVER
  return new FileAnswer(
    `${code}.json`,
    'application/geo+json',
    Readable.from([accepts ? shapes : gunzipSync(shapes)]),
    true,
    {
      'cache-control': cache,
      vary: 'accept-encoding',
      ...(accepts ? { 'content-encoding': 'gzip' } : {}),
    },
  )
}

const MOST_KEPT = 40
/** drawings of late, the oldest first: a drill goes back and forth between the same few */
const keptOf = new WeakMap<MapStore, Map<string, Outline>>()

/** The map as a drawing. Maps of an agency's own change with a new start only, and so does this. */
const outline: Handler = async call => {
  const code = requiredArg(call, 'code')
  const kept = keptOf.get(call.maps) ?? new Map<string, Outline>()
  keptOf.set(call.maps, kept)
  const known = kept.get(code)
  if (known) return known
  const shapes = await mapOf(call.maps, call.regions, code)
  if (!shapes) throw notFound(`没有地区 ${code} 的地图`)
  const { features } = JSON.parse(gunzipSync(shapes).toString('utf8')) as { features: Parameters<typeof outlineOf>[0] }
  const drawn = outlineOf(features)
  kept.set(code, drawn)
  const [oldest] = kept.keys()
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
  return drawn
}

export const maps: Handlers = { 'geo.map': map, 'geo.outline': outline }
