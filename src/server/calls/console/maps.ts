import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { drawnOf } from '../../files/drawn.ts'
import { mapOf } from '../../files/maps.ts'
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

/** The map as a drawing, which may be kept under its version for good, too. */
const outline: Handler = async call => {
  const code = requiredArg(call, 'code')
  const drawn = await drawnOf(call.maps, call.regions, code)
  if (!drawn) throw notFound(`没有地区 ${code} 的地图`)
  if (textArg(call, 't') !== '') call.cache?.(CACHED_FOR_EVER)
  return drawn
}

export const maps: Handlers = { 'geo.map': map, 'geo.outline': outline }
