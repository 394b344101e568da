import type { MapService } from '../../core/contract/configuration.ts'
import type { ConsoleApp } from '../app/app.ts'
import { jsonp } from '../data/http/jsonp.ts'
import { numberOf } from '../data/settings/constants.ts'

/** What the online map is loaded with (R2.27). */
export const PLUGINS = [
  'Geocoder',
  'Autocomplete',
  'PlaceSearch',
  'Scale',
  'OverView',
  'Geolocation',
  'ToolBar',
  'MapType',
  'PolyEditor',
  'CircleEditor',
] as const
const VERSION = '1.4.4'
const LOCATE_MS = 5000
const CALLBACK = 'wangjianMapLoaded'

type Found = (status: string, result: { geocodes?: { location: unknown }[]; info?: string }) => void
interface OnlineMap {
  addControl(control: object): void
  setFitView(): void
  setCenter(at: unknown): void
  setZoom(zoom: number): void
  destroy(): void
}
/** Of the provider's script what is used here. */
export interface Provider {
  Map: new (box: HTMLElement, options: object) => OnlineMap
  Marker: new (options: { map: OnlineMap; position: unknown; title: string }) => object
  Geocoder: new (options: object) => { getLocation(address: string, found: Found): void }
  Autocomplete: new (options: { input: string }) => { on(event: 'select', heard: (of: Selected) => void): void }
  PlaceSearch: new (options: { map: OnlineMap }) => { search(text: string): void }
  Scale: new () => object
  OverView: new () => object
  ToolBar: new () => object
  MapType: new () => object
  Geolocation: new (options: { timeout: number }) => object
}
interface Selected {
  poi: { name: string }
}
type Global = typeof globalThis & { AMap?: Provider }

/** Where the script is asked for: the configured address with version, key, plugins and the function that it calls. */
export function scriptAddress({ script, key }: MapService): string {
  const address = new URL(script)
  address.searchParams.set('v', VERSION)
  address.searchParams.set('key', key)
  address.searchParams.set('plugin', PLUGINS.map(name => `AMap.${name}`).join())
  address.searchParams.set('callback', CALLBACK)
  return address.href
}

let loading: Promise<Provider> | undefined

/** The provider's script, loaded once; rejects if it does not come or brings no map, and may then be tried again. */
export function loadProvider(app: ConsoleApp, service: MapService): Promise<Provider> {
  loading ??= load(service, numberOf(app, 'scriptTimeout', 5000)).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function load(service: MapService, limit: number): Promise<Provider> {
  await jsonp(scriptAddress(service), CALLBACK, limit)
  const { AMap } = globalThis as Global
  if (!AMap) throw new Error('no map in the script')
  return AMap
}

export interface ShownMap {
  /** looks for places of this name */
  search(text: string): void
  end(): void
}

/** Draws the online map with its controls around an address. `input`: id of the search box that offers names. */
export function showMap(
  provider: Provider,
  box: HTMLElement,
  { address, input, onMissing }: { address: string; input: string; onMissing: () => void },
): ShownMap {
  const map = new provider.Map(box, { zoom: 12, resizeEnable: true })
  const { Scale, OverView, ToolBar, MapType, Geolocation } = provider
  for (const control of [new Scale(), new OverView(), new ToolBar(), new MapType()]) map.addControl(control)
  map.addControl(new Geolocation({ timeout: LOCATE_MS }))
  const places = new provider.PlaceSearch({ map })
  new provider.Autocomplete({ input }).on('select', ({ poi }) => places.search(poi.name))
  if (address !== '')
    new provider.Geocoder({}).getLocation(address, (status, { geocodes }) => {
      const position = geocodes?.[0]?.location
      if (status !== 'complete' || position === undefined) return onMissing()
      new provider.Marker({ map, position, title: address })
      map.setCenter(position)
      map.setZoom(16)
    })
  return { search: text => places.search(text), end: () => map.destroy() }
}
